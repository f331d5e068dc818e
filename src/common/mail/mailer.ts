// Mail by the operator's SMTP server (SMTP_URL). Without one nothing is sent and links are handed over by people.
import { Injectable } from '@nestjs/common';
import { createTransport, type Transporter } from 'nodemailer';
import { AppConfig } from '../../config/app-config.js';
import { AppLogger } from '../logging/app-logger.js';

const TIMEOUT_MS = 10_000;

export interface Mail {
  to: string;
  subject: string;
  /** Plain text. */
  text: string;
  /** With angle brackets; made by the library where left out. */
  messageId?: string;
}

@Injectable()
export class Mailer {
  private readonly transport: Transporter | null;
  private readonly from: string;

  constructor(
    config: AppConfig,
    private readonly logger: AppLogger,
  ) {
    const url = config.environment.smtpUrl;
    this.from = `Pipewright <${senderOf(url, config.publicUrl)}>`;
    this.transport =
      url === null
        ? null
        : createTransport(
            {
              url,
              connectionTimeout: TIMEOUT_MS,
              greetingTimeout: TIMEOUT_MS,
              socketTimeout: TIMEOUT_MS,
              disableFileAccess: true,
              disableUrlAccess: true,
            },
            { from: this.from },
          );
  }

  get isOn(): boolean {
    return this.transport !== null;
  }

  /** True when the server took the mail. A failure is logged without address, text or links. */
  async send(mail: Mail): Promise<boolean> {
    if (!this.transport) return false;
    try {
      await this.transport.sendMail(mail);
      return true;
    } catch (error) {
      this.logFailure(error);
      return false;
    }
  }

  logFailure(error: unknown): void {
    this.logger.warning('mail could not be sent', { reason: reasonOf(error) });
  }
}

/** The sign-in name of the SMTP server when it is an address, else no-reply at our own host. */
function senderOf(smtpUrl: string | null, publicUrl: string): string {
  const user = smtpUrl === null ? '' : decodeURIComponent(new URL(smtpUrl).username);
  return user.includes('@') ? user : `no-reply@${new URL(publicUrl).hostname}`;
}

/** SMTP libraries put addresses and dialogues into their messages: the code says enough. */
function reasonOf(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : 'unknown';
}
