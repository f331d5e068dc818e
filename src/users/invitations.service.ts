// Invitation links: made, mailed when there is a mail server, ended.
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Mailer } from '../common/mail/mailer.js';
import { AccountLinksService, type MadeLink } from './account-links.service.js';

export interface SentInvitation {
  url: string;
  expiresAt: Date;
  isMailed: boolean;
}

@Injectable()
export class InvitationsService {
  constructor(
    private readonly links: AccountLinksService,
    private readonly mailer: Mailer,
  ) {}

  make(userId: string, manager?: EntityManager): Promise<MadeLink> {
    return this.links.make(userId, 'invitation', manager);
  }

  /** The link goes by mail too when SMTP_URL is set; whoever invites sees it in any case. */
  async send(
    user: { email: string; name: string },
    link: MadeLink,
    inviter: string,
  ): Promise<SentInvitation> {
    const isMailed = await this.mailer.send({
      to: user.email,
      subject: 'You are invited to Pipewright',
      text: `Hello ${user.name},\n\n${inviter} invites you to Pipewright. Choose a password here:\n\n${link.url}\n\nThe link works once and ends at ${link.expiresAt.toISOString()}.\n`,
    });
    return { ...link, isMailed };
  }

  revokeLinks(userId: string, manager: EntityManager): Promise<void> {
    return this.links.deleteOf(userId, manager);
  }

  ends(userIds: string[]): Promise<Map<string, Date>> {
    return this.links.invitationEnds(userIds);
  }
}
