// Takes the calls of webhooks: proves the caller, drops repetitions, puts a run in line, answers after the commit.
import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { pathReader } from '#engine';
import { parseJson } from '#mapping';
import { readBody } from '../apis/body.codec.js';
import { DomainError } from '../common/errors/domain-error.js';
import { newId } from '../common/http/id.js';
import { type PreparedStart, RunsService } from '../runs/runs.service.js';
import { eventIdOf, type HookRequest, isAuthentic } from './signature.js';
import { TriggerRepository } from './trigger.repository.js';
import { TriggersService } from './triggers.service.js';
import type { WebhookSettings } from './trigger.types.js';

export interface HookResult {
  projectId: string;
  runId: string;
  isDuplicate: boolean;
}

/** The same words whatever was wrong, so that a caller learns nothing about the secret. */
const refused = (): DomainError =>
  DomainError.unauthenticated('Suspicious login attempt: the signature or token of the call is not valid.');

@Injectable()
export class HooksService {
  constructor(
    private readonly triggers: TriggerRepository,
    private readonly service: TriggersService,
    private readonly runs: RunsService,
  ) {}

  async take(hookKey: string, request: HookRequest): Promise<HookResult> {
    const trigger = await this.triggers.findByKey(hookKey);
    if (!trigger) throw DomainError.notFound('webhook');
    const settings = trigger.settings as WebhookSettings;
    const secret = this.service.secretOf(trigger);
    // Anybody can sign with no secret.
    if (secret === '' || !isAuthentic(settings, secret, request, Date.now())) throw refused();
    const runId = newId();
    const eventId = eventIdOf(settings, request, bodyReader(request.body)) ?? bodyIdOf(request.body, runId);
    // the sender of an event that was taken hears so, whatever became of the pipe since
    const before = await this.triggers.findEvent(trigger.id, eventId);
    if (before !== null) return { projectId: trigger.projectId, runId: before, isDuplicate: true };
    const start = await this.runs.prepare({
      projectId: trigger.projectId,
      pipeId: trigger.pipeId,
      trigger: 'webhook',
      request:
        settings.source_handler_id === null
          ? {}
          : { given: { [settings.source_handler_id]: [answerOf(request)] } },
      startedBy: null,
    });
    if (!start.pinned.isEnabled)
      throw DomainError.conflict('pipe_incomplete', 'The pipe of this webhook is not enabled.');
    if (settings.source_handler_id !== null) refuseWithoutRecords(start, settings.source_handler_id, request);
    const known = await this.triggers.transaction(async (manager) => {
      const taken = await this.triggers.takeEvent(manager, trigger.id, eventId, runId);
      if (taken === null) await this.runs.admit(start, runId, manager);
      return taken;
    });
    if (known !== null) return { projectId: trigger.projectId, runId: known, isDuplicate: true };
    await this.runs.announce(start, runId);
    return { projectId: trigger.projectId, runId, isDuplicate: false };
  }
}

/**
 * A body that the flow could read no record of is refused while its sender still listens: a run of it would end well
 * and bring nothing. An empty list is a list, and a call without a body says nothing that could be lost.
 */
function refuseWithoutRecords({ pinned }: PreparedStart, handlerId: string, request: HookRequest): void {
  if (pinned.driver?.handlerId !== handlerId) return;
  const { recordsPath } = pinned.driver;
  let body: unknown;
  try {
    body = readBody(contentTypeOf(request), request.body);
  } catch (error) {
    throw DomainError.invalidField('body', `cannot be read: ${(error as Error).message}`, 'bad_body');
  }
  if (body !== undefined && recordsPath !== '' && pathReader(recordsPath)(body) === undefined) {
    throw DomainError.invalidField(
      'body',
      `holds nothing at "${recordsPath}", where the flow's API has its records: send them there, or read the webhook by an API whose records path is empty`,
      'no_records',
    );
  }
}

/** The body's hash stands for the event; a call that says nothing cannot be told from another one, so each is new. */
function bodyIdOf(body: Buffer, runId: string): string {
  return body.length === 0 ? runId : createHash('sha256').update(body).digest('hex');
}

const contentTypeOf = (request: HookRequest): string => request.headers['content-type'] ?? 'application/json';

function answerOf(request: HookRequest): { status: number; headers: Record<string, string>; body: string } {
  return {
    status: 200,
    headers: { 'content-type': contentTypeOf(request) },
    body: request.body.toString('base64'),
  };
}

/** Reads a path in the body, which is parsed once and only when it is asked for. */
function bodyReader(body: Buffer): (path: string) => unknown {
  let parsed: { value: unknown } | null = null;
  return (path) => {
    if (!parsed) {
      try {
        parsed = { value: parseJson(body.toString('utf8')) };
      } catch {
        parsed = { value: undefined };
      }
    }
    return pathReader(path)(parsed.value);
  };
}
