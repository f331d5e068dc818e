// Tokens of a project that is deleted are revoked where they were issued, as those of a single deleted credential are.
import { Injectable } from '@nestjs/common';
import { ProjectsService } from '../projects/projects.service.js';
import { DisconnectService } from './disconnect.service.js';
import { type Revocable, TokenRepository } from './token.repository.js';

const SYSTEMS_AT_ONCE = 5;
/** A system that is away so often in a row is asked no more. */
const MOST_FAILURES = 3;
const ALL_IN_MS = 10 * 60_000;

@Injectable()
export class ProjectRevocations {
  constructor(
    private readonly tokens: TokenRepository,
    private readonly disconnects: DisconnectService,
    projects: ProjectsService,
  ) {
    projects.leaveWith(async (projectId) => {
      const found = await this.tokens.findRevocable(projectId);
      return () => this.revokeAll(found);
    });
  }

  private async revokeAll(found: Revocable[]): Promise<void> {
    const endsAt = Date.now() + ALL_IN_MS;
    const ids = new Set(found.map(({ system }) => system.id));
    const bySystem = [...ids].map((id) => found.filter(({ system }) => system.id === id));
    const work = async (): Promise<void> => {
      for (let next = bySystem.shift(); next; next = bySystem.shift())
        await this.revokeOfSystem(next, endsAt);
    };
    await Promise.all(Array.from({ length: SYSTEMS_AT_ONCE }, work));
  }

  private async revokeOfSystem(found: Revocable[], endsAt: number): Promise<void> {
    let failures = 0;
    for (const { system, credential } of found) {
      if (failures === MOST_FAILURES || Date.now() > endsAt) return;
      failures = (await this.disconnects.revoke(system, credential)) ? 0 : failures + 1;
    }
  }
}
