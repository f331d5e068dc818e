// Once a person connected a credential anew or a test of it went well: its blocks and outages are forgotten, then the runs
// that wait for it go on.
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { type DomainEvent, EventBus } from '../../common/events/domain-event.js';
import { CREDENTIAL_ANSWERED, CREDENTIAL_CONNECTED } from '../../credentials/credential.events.js';
import { CredentialOutages } from '../../credentials/credential-outages.service.js';
import { RunDispatcher } from '../run-dispatcher.service.js';

@Injectable()
export class HealthReset {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly outages: CredentialOutages,
    private readonly dispatcher: RunDispatcher,
    events: EventBus,
  ) {
    for (const type of [CREDENTIAL_CONNECTED, CREDENTIAL_ANSWERED])
      events.on(type, (event) => this.reset(event));
  }

  /** Each process sees it at its next look at the row. */
  private async reset({ projectId, resourceId }: DomainEvent): Promise<void> {
    if (projectId === null) return;
    // in this order: a run that is woken before would find the block and wait for its end
    await this.dataSource.query(
      `update credential_health
          set blocked_until = null, probe_until = null, failures = 0, failing_since = null, probes = 0
        where credential_id = $1`,
      [resourceId],
    );
    await this.outages.setReachability(projectId, resourceId, 'ok', null);
    await this.dispatcher.wake(resourceId);
  }
}
