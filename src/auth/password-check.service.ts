// Asks a signed-in person for the password again before the account changes; guesses are limited here too.
import { Injectable } from '@nestjs/common';
import { DomainError } from '../common/errors/domain-error.js';
import type { Principal } from '../common/http/request-context.js';
import type { User } from '../users/user.entity.js';
import { UsersService } from '../users/users.service.js';
import { verifyPassword } from './passwords.js';
import { SignInLimitsService } from './sign-in-limits.service.js';

const RETRY_AFTER_SECONDS = 900;

@Injectable()
export class PasswordCheckService {
  constructor(
    private readonly users: UsersService,
    private readonly limits: SignInLimitsService,
  ) {}

  /** `field`: where the password stood in the body. */
  async confirm(principal: Principal, field: string, password: string, address: string): Promise<User> {
    const account = `password of ${principal.userId}`;
    if ((await this.limits.attempt(account, address)) !== 'allowed') {
      throw new DomainError(
        'limit',
        'rate_limited',
        'Too many wrong passwords. Try again later.',
        undefined,
        RETRY_AFTER_SECONDS,
      );
    }
    const user = await this.users.findById(principal.userId);
    if (!user || !(await verifyPassword(user.passwordHash, password)))
      throw DomainError.invalidField(field, 'must be the present password', 'wrong_password');
    await this.limits.succeed(account, address);
    return user;
  }
}
