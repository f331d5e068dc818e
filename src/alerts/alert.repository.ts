import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { newId } from '../common/http/id.js';
import { jsonbText, storableText } from '../database/storable.js';
import type { Alert } from './alert.entity.js';
import type { AlertChannel, AlertContent } from './alert.types.js';

/** So many of one pipe in so many minutes go one by one; those after them are gathered into one for the next minutes. */
const SINGLE_ALERTS = 5;
const GATHER_MINUTES = 10;
/** A worker that died while sending is not waited for any longer. */
const SENDING_SECONDS = 90;
const KEPT_DAYS = 30;

export interface AlertRecipients {
  projectName: string;
  recipients: { channel: AlertChannel; recipient: string }[];
}

export interface NewAlert {
  projectId: string;
  occasion: string;
  groupKey: string;
  content: AlertContent;
}

export type DueAlert = Pick<
  Alert,
  'id' | 'channel' | 'recipient' | 'content' | 'times' | 'attempts' | 'createdAt'
>;

@Injectable()
export class AlertRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Who is to be told in a project; null: nobody. */
  async recipients(manager: EntityManager, projectId: string): Promise<AlertRecipients | null> {
    const [row]: { project_name: string; settings: Record<string, unknown> }[] = await manager.query(
      'select project_name, settings from projects where id = $1',
      [projectId],
    );
    if (row?.settings.alerts___on_failure !== true) return null;
    const { alerts___email_addresses: addresses, alerts___webhook_url: url } = row.settings;
    const mails = Array.isArray(addresses) ? (addresses as string[]) : [];
    const recipients: AlertRecipients['recipients'] = [...new Set(mails)].map((recipient) => ({
      channel: 'mail',
      recipient,
    }));
    if (typeof url === 'string' && url !== '') recipients.push({ channel: 'webhook', recipient: url });
    return recipients.length > 0 ? { projectName: row.project_name, recipients } : null;
  }

  /** One row for each recipient; an occasion that was told of, and one that a gathered alert stands for, adds none. */
  async insert(
    manager: EntityManager,
    alert: NewAlert,
    recipients: AlertRecipients['recipients'],
  ): Promise<void> {
    await manager.query(
      `with recipient as (select * from unnest($5::uuid[], $6::text[], $7::text[]) as u(id, channel, recipient)),
       gathered as (
         update alerts a set times = times + 1, content = $4::jsonb, updated_at = now() from recipient r
          where a.project_id = $1 and a.group_key = $3 and a.state = 'waiting' and a.attempts = 0 and a.next_at > a.created_at
            and a.channel = r.channel and a.recipient = r.recipient and a.occasion <> $2
         returning a.channel, a.recipient)
       insert into alerts (id, project_id, occasion, group_key, channel, recipient, content, next_at, created_at, updated_at)
       select r.id, $1, $2, $3, r.channel, r.recipient, $4::jsonb,
              now() + case when recent.alerts >= ${SINGLE_ALERTS} then interval '${GATHER_MINUTES} minutes' else interval '0' end, now(), now()
         from recipient r
        cross join lateral (
          select count(*) as alerts from alerts a
           where a.project_id = $1 and a.group_key = $3 and a.channel = r.channel and a.recipient = r.recipient
             and a.created_at > now() - interval '${GATHER_MINUTES} minutes') recent
        where not exists (select 1 from gathered g where g.channel = r.channel and g.recipient = r.recipient)
       on conflict (project_id, occasion, channel, recipient) do nothing`,
      [
        alert.projectId,
        alert.occasion,
        alert.groupKey,
        jsonbText(alert.content),
        recipients.map(() => newId()),
        recipients.map(({ channel }) => channel),
        recipients.map(({ recipient }) => recipient),
      ],
    );
  }

  /** Takes due alerts for sending, each by one worker. */
  async take(limit: number): Promise<DueAlert[]> {
    const answer: unknown = await this.dataSource.query(
      `update alerts set attempts = attempts + 1, next_at = now() + interval '${SENDING_SECONDS} seconds', updated_at = now()
        where id in (
          select id from alerts where state = 'waiting' and next_at <= now() order by next_at limit $1 for update skip locked)
       returning id, channel, recipient, content, times, attempts, created_at as "createdAt"`,
      [limit],
    );
    return (answer as [DueAlert[], number])[0];
  }

  async sent(id: string): Promise<void> {
    await this.dataSource.query(
      "update alerts set state = 'sent', last_error = null, updated_at = now() where id = $1",
      [id],
    );
  }

  /** `afterMs` null: it is not tried again. */
  async failed(id: string, reason: string, afterMs: number | null): Promise<void> {
    await this.dataSource.query(
      `update alerts set last_error = $2, updated_at = now(), state = case when $3::float8 is null then 'given_up' else 'waiting' end,
              next_at = now() + make_interval(secs => coalesce($3::float8, 0) / 1000) where id = $1`,
      [id, storableText(reason), afterMs],
    );
  }

  async deleteOld(limit: number): Promise<number> {
    const answer: unknown = await this.dataSource.query(
      `delete from alerts where id in (
         select id from alerts where state <> 'waiting' and created_at < now() - interval '${KEPT_DAYS} days' limit $1)`,
      [limit],
    );
    return (answer as [unknown[], number])[1];
  }
}
