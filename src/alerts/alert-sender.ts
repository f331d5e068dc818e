// Sends what stands in the outbox of alerts: by mail and to webhooks, tried again for about a day.
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { OutboundClient, OutboundError } from '#outbound';
import { endsWithin } from '../common/ends-within.js';
import { AppLogger } from '../common/logging/app-logger.js';
import { Mailer } from '../common/mail/mailer.js';
import { MaintenanceRegistry } from '../common/maintenance/maintenance-registry.js';
import { AppConfig } from '../config/app-config.js';
import { AlertRepository, type DueAlert } from './alert.repository.js';
import { mailOf } from './alert.words.js';

const LOOK_EVERY_MS = 1_000;
const AT_ONCE = 20;
const TIMEOUTS = { connectMs: 5_000, headersMs: 15_000, bodyIdleMs: 15_000, totalMs: 30_000 };
const MAX_ANSWER_BYTES = 64 * 1024;
/** At shutdown; what is cut off then is taken up by another worker. */
const LAST_WAIT_MS = 2_000;
const MINUTE_MS = 60_000;
/** Waits after each failed attempt; after the last one an alert is given up. */
const RETRY_AFTER_MS = [0.5, 2, 10, 30, 60, 180, 360, 720].map((minutes) => minutes * MINUTE_MS);
/** Nothing that the recipient's server could mend by itself. */
const HOPELESS = new Set(['BLOCKED_ADDRESS', 'INVALID_URL', 'INVALID_REQUEST', 'INVALID_HEADER', 'NO_SMTP']);

/** A word of what went wrong; null: sent. */
type Failure = string | null;

@Injectable()
export class AlertSender implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | null = null;
  private sending: Promise<void> | null = null;
  private readonly stop = new AbortController();

  constructor(
    private readonly config: AppConfig,
    private readonly logger: AppLogger,
    private readonly alerts: AlertRepository,
    private readonly mailer: Mailer,
    private readonly client: OutboundClient,
    maintenance: MaintenanceRegistry,
  ) {
    maintenance.clean('alerts', (limit) => this.alerts.deleteOld(limit));
  }

  onApplicationBootstrap(): void {
    if (!this.config.has('worker') || this.config.databaseUrl === '') return;
    this.timer = setInterval(() => {
      this.sending ??= this.sendDue()
        .catch((error: unknown) =>
          this.logger.warning('alerts could not be looked at', { error: String((error as Error).message) }),
        )
        .finally(() => (this.sending = null));
    }, LOOK_EVERY_MS);
    this.timer.unref();
  }

  async onModuleDestroy(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    this.stop.abort();
    await endsWithin(this.sending, LAST_WAIT_MS);
  }

  private async sendDue(): Promise<void> {
    const due = await this.alerts.take(AT_ONCE);
    await Promise.all(due.map((alert) => this.send(alert)));
  }

  private async send(alert: DueAlert): Promise<void> {
    const failure = alert.channel === 'mail' ? await this.mail(alert) : await this.post(alert);
    if (failure === null) return this.alerts.sent(alert.id);
    if (failure === 'ABORTED') return;
    const wait = HOPELESS.has(failure) ? null : (RETRY_AFTER_MS[alert.attempts - 1] ?? null);
    this.logger.warning(wait === null ? 'an alert was given up' : 'an alert could not be sent yet', {
      alert: alert.id,
      channel: alert.channel,
      reason: failure,
    });
    await this.alerts.failed(alert.id, failure, wait);
  }

  private async mail({ id, recipient, content, times }: DueAlert): Promise<Failure> {
    if (!this.mailer.isOn) return 'NO_SMTP';
    const { hostname } = new URL(this.config.publicUrl);
    // the same id for each attempt: a mail that arrived twice can be told
    const messageId = `<alert-${id}@${hostname}>`;
    return (await this.mailer.send({ to: recipient, ...mailOf(content, times), messageId })) ? null : 'SMTP';
  }

  private async post({ id, recipient, content, times }: DueAlert): Promise<Failure> {
    try {
      const answer = await this.client.request({
        method: 'POST',
        url: recipient,
        headers: { 'content-type': 'application/json', 'idempotency-key': id },
        body: JSON.stringify({ alert_id: id, ...content, times }),
        timeouts: TIMEOUTS,
        maxBytes: MAX_ANSWER_BYTES,
        signal: this.stop.signal,
      });
      return answer.status >= 200 && answer.status < 300 ? null : `HTTP_${answer.status}`;
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      // it was taken; what else the answer says, or how it ends, is not of interest
      const { status = 0 } = error;
      return status >= 200 && status < 300 ? null : error.code;
    }
  }
}
