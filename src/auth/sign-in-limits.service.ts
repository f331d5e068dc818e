// Limits for guessing, in PostgreSQL (all processes share them), keyed by account AND address: whoever guesses blocks
// the pair of the two, never the right person somewhere else, nor other people behind the same address.
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import ipaddr from 'ipaddr.js';
import { DataSource } from 'typeorm';
import { sha256 } from '../common/crypto/tokens.js';
import { MaintenanceRegistry } from '../common/maintenance/maintenance-registry.js';

const WINDOW = "interval '15 minutes'";
const ATTEMPTS_PER_PAIR = 10;
/** Failed sign-ins of one address over all accounts: beyond, an account that failed there has no second try. */
const FAILURES_PER_ADDRESS = 200;
const ANY_ACCOUNT = '*';
const ADDRESS_BLOCKED = '* blocked';

/** `blocked_now`: this attempt is the first refused one of its window; by the limit of the address, one for all. */
export type AttemptOutcome = 'allowed' | 'blocked_now' | 'blocked';

@Injectable()
export class SignInLimitsService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    maintenance: MaintenanceRegistry,
  ) {
    maintenance.clean('sign_in_attempts', (limit) => this.deleteOld(limit));
  }

  /**
   * Counts before the password is looked at: parallel guesses cannot slip through together. Keyed by the pair alone:
   * for what is no sign-in.
   */
  async attempt(account: string, address: string): Promise<AttemptOutcome> {
    return outcomeOf(await this.count(account, networkOf(address)));
  }

  /** The same, and one guess on many accounts from one address is slowed down to one for each. */
  async attemptSignIn(account: string, address: string): Promise<AttemptOutcome> {
    const network = networkOf(address);
    const attempts = await this.count(account, network);
    const outcome = outcomeOf(attempts);
    // What is refused guesses nothing: it does not count for the address.
    if (outcome !== 'allowed') return outcome;
    if (attempts > 1 && (await this.presentCount(ANY_ACCOUNT, network)) > FAILURES_PER_ADDRESS)
      return (await this.count(ADDRESS_BLOCKED, network)) === 1 ? 'blocked_now' : 'blocked';
    await this.count(ANY_ACCOUNT, network);
    return 'allowed';
  }

  /** The right person came: the pair starts anew. */
  async succeed(account: string, address: string): Promise<void> {
    await this.dataSource.query('delete from sign_in_attempts where account_hash = $1 and address = $2', [
      sha256(account),
      networkOf(address),
    ]);
  }

  /** The same for a sign-in, which is then no failure of its address either. */
  async succeedSignIn(account: string, address: string): Promise<void> {
    await this.succeed(account, address);
    await this.takeBack(ANY_ACCOUNT, networkOf(address));
  }

  /** Neither right nor wrong: an attempt that was answered with a question. */
  async takeBackSignIn(account: string, address: string): Promise<void> {
    await this.takeBack(account, networkOf(address));
    await this.takeBack(ANY_ACCOUNT, networkOf(address));
  }

  private async takeBack(account: string, network: string): Promise<void> {
    await this.dataSource.query(
      'update sign_in_attempts set attempts = greatest(attempts - 1, 0) where account_hash = $1 and address = $2',
      [sha256(account), network],
    );
  }

  private async presentCount(account: string, network: string): Promise<number> {
    const rows: { attempts: number }[] = await this.dataSource.query(
      `select attempts from sign_in_attempts
       where account_hash = $1 and address = $2 and started_at >= now() - ${WINDOW}`,
      [sha256(account), network],
    );
    return rows[0]?.attempts ?? 0;
  }

  private async count(account: string, network: string): Promise<number> {
    const isOver = `sign_in_attempts.started_at < now() - ${WINDOW}`;
    const rows: { attempts: number }[] = await this.dataSource.query(
      `insert into sign_in_attempts (account_hash, address, attempts, started_at) values ($1, $2, 1, now())
       on conflict (account_hash, address) do update set
         attempts = case when ${isOver} then 1 else sign_in_attempts.attempts + 1 end,
         started_at = case when ${isOver} then now() else sign_in_attempts.started_at end
       returning attempts`,
      [sha256(account), network],
    );
    return rows[0]?.attempts ?? 0;
  }

  private async deleteOld(limit: number): Promise<number> {
    const [, count]: [unknown, number] = await this.dataSource.query(
      `delete from sign_in_attempts where ctid in (select ctid from sign_in_attempts where started_at < now() - ${WINDOW} limit $1)`,
      [limit],
    );
    return count;
  }
}

const outcomeOf = (attempts: number): AttemptOutcome =>
  attempts <= ATTEMPTS_PER_PAIR ? 'allowed' : attempts === ATTEMPTS_PER_PAIR + 1 ? 'blocked_now' : 'blocked';

/** A household or a server has a whole /64 of IPv6: its addresses are one. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address.slice(0, 100);
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${(parsed as ipaddr.IPv6).parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}
