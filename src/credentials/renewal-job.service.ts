// Renews the tokens that enabled pipes use ahead of their end, so that a run seldom waits for one.
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { endsWithin } from '../common/ends-within.js';
import { AppLogger } from '../common/logging/app-logger.js';
import { UsageRegistry } from '../common/usage/usage-registry.js';
import { AppConfig } from '../config/app-config.js';
import { TokenRenewal } from './token-renewal.service.js';
import { type DueCredential, TokenRepository } from './token.repository.js';

const EVERY_MS = 60_000;
const AT_ONCE = 4;
/** At shutdown: a request for a token that is on its way is not cut off, but not waited for any longer. */
const LAST_WAIT_MS = 2_000;
/** Many are due and in no use (nobody renews them): all are looked at, so that they never hide those in use. */
const MOST_DUE = 10_000;

@Injectable()
export class RenewalJob implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private round: Promise<void> | undefined;
  private isStopping = false;

  constructor(
    private readonly config: AppConfig,
    private readonly tokens: TokenRepository,
    private readonly renewal: TokenRenewal,
    private readonly usages: UsageRegistry,
    private readonly logger: AppLogger,
  ) {}

  onApplicationBootstrap(): void {
    if (this.config.has('worker') && this.config.databaseUrl !== '') this.plan();
  }

  async onModuleDestroy(): Promise<void> {
    this.isStopping = true;
    clearTimeout(this.timer);
    await endsWithin(this.round, LAST_WAIT_MS);
  }

  /** One round over what is due before the next one; answers how many were renewed. */
  async run(now = Date.now()): Promise<number> {
    const due = await this.inUse(await this.tokens.findDue(new Date(now + EVERY_MS), MOST_DUE));
    let renewed = 0;
    const next = due.values();
    const work = async () => {
      for (const credential of next) {
        if (this.isStopping) return;
        if (await this.renewOne(credential)) renewed += 1;
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return renewed;
  }

  /** Those that something enabled uses, in the same order. */
  private async inUse(due: DueCredential[]): Promise<DueCredential[]> {
    const active = new Set<string>();
    for (const projectId of new Set(due.map((row) => row.projectId))) {
      const resourceIds = due.filter((row) => row.projectId === projectId).map(({ id }) => id);
      const question = { projectId, resourceType: 'credential', resourceIds };
      for (const id of await this.usages.active(question)) active.add(id);
    }
    return due.filter(({ id }) => active.has(id));
  }

  private async renewOne({ projectId, id, tokenVersion }: DueCredential): Promise<boolean> {
    try {
      return (await this.renewal.renew(projectId, id, tokenVersion)).ok;
    } catch (error) {
      this.logger.errorOf('a token could not be renewed in the background', error, { credential: id });
      return false;
    }
  }

  /** With jitter: processes that started together do not ask together. */
  private plan(): void {
    const wait = EVERY_MS * (0.75 + Math.random() * 0.5);
    this.timer = setTimeout(() => {
      this.round = this.run()
        .catch((error: unknown) => this.logger.errorOf('the renewal of tokens failed', error))
        .then(() => {
          if (!this.isStopping) this.plan();
        });
    }, wait);
    this.timer.unref();
  }
}
