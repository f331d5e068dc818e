// Links that let a person in without a session: an accepted invitation, a forgotten password.
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { Mailer } from '../common/mail/mailer.js';
import type { AccountLinkKind } from '../users/account-link.entity.js';
import { AccountLinksService } from '../users/account-links.service.js';
import { SecurityLogService } from '../users/security-log/security-log.service.js';
import type { User } from '../users/user.entity.js';
import { UsersService } from '../users/users.service.js';
import type { AcceptInvitationDto, ResetPasswordDto } from './dto/auth.dto.js';
import { newPasswordHash } from './passwords.js';
import { wrongLink } from './refusals.js';
import { type ClientInfo, SessionsService } from './sessions.service.js';
import { type SignedInUser, SignInService } from './sign-in.service.js';

@Injectable()
export class RecoveryService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly links: AccountLinksService,
    private readonly users: UsersService,
    private readonly sessions: SessionsService,
    private readonly signIn: SignInService,
    private readonly log: SecurityLogService,
    private readonly mailer: Mailer,
  ) {}

  /** The link proves the address; name and password are chosen here. */
  async acceptInvitation(input: AcceptInvitationDto, client: ClientInfo): Promise<SignedInUser> {
    const user = await this.personOf('invitation', input.invitation_token);
    const passwordHash = await newPasswordHash('password', input.password);
    return this.dataSource.transaction(async (manager) => {
      await this.useUp('invitation', input.invitation_token, user.id, manager);
      await this.users.update(user.id, { name: input.name }, manager);
      await this.users.setPassword(user.id, passwordHash, manager);
      await this.log.record(entryOf('invitation_accepted', user, client), manager);
      return { ...(await this.sessions.start(user, client, manager)), user: { ...user, name: input.name } };
    });
  }

  /** Answers alike for known and unknown addresses: the mail goes out after the answer. */
  async forgotPassword(email: string, address: string): Promise<void> {
    await this.signIn.refuseBlockedReset(email, address);
    void this.mailResetLink(email, address);
  }

  /** A mailbox alone does not replace a second factor. All sessions end. */
  async resetPassword(input: ResetPasswordDto, client: ClientInfo): Promise<SignedInUser> {
    const user = await this.personOf('password_reset', input.reset_token);
    const passwordHash = await newPasswordHash('password', input.password);
    await this.signIn.refuseBlocked(user.email, client);
    await this.signIn.checkCode(user, input.one_time_code, client);
    await this.signIn.succeeded(user.email, client);
    return this.dataSource.transaction(async (manager) => {
      await this.useUp('password_reset', input.reset_token, user.id, manager);
      await this.users.setPassword(user.id, passwordHash, manager);
      await this.users.endSessions(user.id, manager);
      await this.log.record(entryOf('password_reset', user, client), manager);
      return { ...(await this.sessions.start(user, client, manager)), user };
    });
  }

  private async personOf(kind: AccountLinkKind, token: string): Promise<User> {
    const userId = await this.links.find(kind, token);
    const user = userId === null ? null : await this.users.findById(userId);
    if (!isFor(kind, user)) throw wrongLink();
    return user;
  }

  /** The account first: of two links of one person that are used at once, the second one finds what the first made. */
  private async useUp(kind: AccountLinkKind, token: string, userId: string, manager: EntityManager) {
    const user = await this.users.lock(userId, manager);
    if (!isFor(kind, user) || (await this.links.consume(kind, token, manager)) !== userId) throw wrongLink();
  }

  private async mailResetLink(email: string, address: string): Promise<void> {
    try {
      const user = await this.users.findByEmail(email);
      if (!user || user.suspendedAt !== null || user.passwordHash === null || !this.mailer.isOn) return;
      const link = await this.links.make(user.id, 'password_reset');
      await this.log.record(entryOf('password_reset_requested', user, { address, userAgent: '' }));
      await this.mailer.send({
        to: user.email,
        subject: 'Set a new Pipewright password',
        text: `Hello ${user.name},\n\nsomeone (you, we hope) asked for a new password. Set it here:\n\n${link.url}\n\nThe link works once, for an hour. If it was not you, nothing has to be done.\n`,
      });
    } catch (error) {
      this.mailer.logFailure(error);
    }
  }
}

/** An invitation is for who has no password yet: it asks for no second factor and ends no session. */
const isFor = (kind: AccountLinkKind, user: User | null): user is User =>
  user !== null && user.suspendedAt === null && (kind === 'password_reset' || user.passwordHash === null);

const entryOf = (
  action: 'invitation_accepted' | 'password_reset' | 'password_reset_requested',
  user: User,
  client: ClientInfo,
) => ({ action, email: user.email, userId: user.id, address: client.address });
