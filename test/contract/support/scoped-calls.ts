// The repository methods that take a project first, each with arguments made of ids. One that is missing here fails.
import type { Type } from '@nestjs/common';
import { ActivityLogRepository } from '../../../src/activity-logs/activity-log.repository.js';
import { ApiRepository } from '../../../src/apis/api.repository.js';
import { ConsentAttemptRepository } from '../../../src/credentials/consent-attempt.repository.js';
import { CredentialRepository } from '../../../src/credentials/credential.repository.js';
import { TokenRepository } from '../../../src/credentials/token.repository.js';
import { FlowRepository } from '../../../src/flows/flow.repository.js';
import { MappingRepository } from '../../../src/mappings/mapping.repository.js';
import { PipeRepository } from '../../../src/pipes/pipe.repository.js';
import { RecordErrorRepository } from '../../../src/runs/record-error.repository.js';
import { RunRepository } from '../../../src/runs/run.repository.js';
import { RunSnapshotRepository } from '../../../src/runs/run-snapshot.repository.js';
import { SystemRepository } from '../../../src/systems/system.repository.js';
import { TriggerRepository } from '../../../src/triggers/trigger.repository.js';
import type { Ids } from './world.js';

export type Repository = Type<object>;
type Args = (ids: Ids) => unknown[];

export interface ScopedCall {
  repository: Repository;
  method: string;
  args: Args;
}

const SINCE = new Date(Date.now() - 86_400_000);
const UNTIL = new Date(Date.now() + 86_400_000);
const place = ({ pipe, handler }: Ids) => ({ pipeId: pipe, handlerId: handler });
const everyError = { ids: null, handlerId: null, code: null, cause: null };
const everyState = { state: null, handlerId: null, code: null, cause: null };

const CALLS: [Repository, Record<string, Args | Args[]>][] = [
  [
    ApiRepository,
    {
      update: ({ api }) => [api, { description: 'x' }],
      get: ({ api }) => [api],
      findMany: ({ api }) => [[api]],
      findUsing: [({ system }) => [{ systemId: system }], () => [{}]],
      list: [() => [{}], ({ system }) => [{ system_id: system }]],
      delete: ({ api }) => [api],
    },
  ],
  [
    ConsentAttemptRepository,
    {
      get: ({ attempt }) => [attempt],
    },
  ],
  [
    CredentialRepository,
    {
      update: ({ credential }) => [credential, { lastError: null }],
      updateDraft: ({ consentCredential }) => [consentCredential, { lastError: null }],
      find: ({ credential }) => [credential],
      get: ({ credential }) => [credential],
      findMany: ({ credential }) => [[credential]],
      findBySystem: ({ system }) => [system],
      list: [
        () => [{}, { includeDrafts: true }],
        ({ system }) => [{}, { systemId: system, includeDrafts: true }],
      ],
      delete: ({ consentCredential }) => [consentCredential],
      deleteDraftsOf: ({ consentSystem }) => [consentSystem],
    },
  ],
  [
    TokenRepository,
    {
      find: ({ credential }) => [credential],
      findWithSystem: ({ credential }) => [credential],
      findRevocable: () => [],
      lease: ({ credential }) => [credential, 'somebody', { tokenVersion: 0, renewFailures: 0 }],
      settle: ({ credential }) => [credential, { owner: 'scope', tokenVersion: 0 }, { lastError: null }],
    },
  ],
  [
    FlowRepository,
    {
      update: ({ flow }) => [flow, 1, { description: 'x' }],
      publish: ({ flow }) => [flow, 1, [], { userId: flow, name: 'x' }],
      get: ({ flow }) => [flow],
      find: ({ flow }) => [flow],
      list: () => [{}],
      listCalling: ({ system }) => [[system], {}],
      versions: ({ flow }) => [flow],
      listVersions: ({ flow }) => [flow, {}],
      findVersion: ({ flow }) => [flow, 1],
      publishedVersions: () => [],
      flowsUsingApi: ({ api }) => [api],
      delete: ({ unusedFlow }) => [unusedFlow],
    },
  ],
  [
    MappingRepository,
    {
      find: (ids) => [place(ids)],
      ofPipe: ({ pipe }) => [pipe],
      ofPipes: ({ pipe }) => [[pipe]],
      versions: (ids) => [place(ids), {}],
      findVersion: (ids) => [place(ids), 1],
      save: (ids) => [
        place(ids),
        1,
        { document: { format: 'mapping/1', links: [] }, knownTypes: { source: {}, destination: {} } },
        'x',
      ],
    },
  ],
  [
    PipeRepository,
    {
      setEnabled: ({ pipe }) => [pipe, true, () => Promise.resolve()],
      update: [
        ({ pipe }) => [pipe, { timeoutSeconds: 60 }],
        ({ pipe }) => [pipe, { timeoutSeconds: 60 }, new Map()],
      ],
      get: ({ pipe }) => [pipe],
      list: [() => [{}], ({ flow }) => [{ flow_id: flow }]],
      findUsing: [
        ({ flow }) => [{ flowId: flow }],
        ({ credential }) => [{ credentialId: credential }],
        () => [{}],
      ],
      findEnabledCredentials: ({ credential }) => [[credential]],
      disableAll: () => [],
      noteLastRun: ({ pipe, run }) => [pipe, { run_id: run, status: 'failed' }],
      noteNextRun: ({ pipe }) => [pipe, UNTIL],
      delete: ({ pipe }) => [pipe],
    },
  ],
  [
    RecordErrorRepository,
    {
      list: ({ pipe }) => [pipe, everyState, null, 50],
      causes: ({ pipe }) => [pipe, everyState],
      sources: ({ pipe }) => [pipe, everyError],
      markRetrying: ({ pipe, run }) => [pipe, [{ record_key: 'open', unknown_at: [] }], run],
      resolve: ({ pipe, error }) => [pipe, [error], 'ignored'],
    },
  ],
  [
    RunRepository,
    {
      list: [() => [{}, null, 50], ({ runPipe }) => [{ pipeId: runPipe }, null, 50]],
      get: ({ run }) => [run],
      records: ({ run }) => [run, null, null, 50],
      causes: ({ run }) => [run, null],
      failedSources: ({ run }) => [run, null],
      perHour: () => [SINCE, UNTIL],
      slowestApi: () => [SINCE, UNTIL],
      activeIds: [() => [null], ({ runPipe }) => [runPipe]],
      resetCursors: ({ pipe }) => [pipe],
      response: ({ run }) => [run],
    },
  ],
  [RunSnapshotRepository, { find: ({ snapshot }) => [snapshot] }],
  [
    SystemRepository,
    {
      get: ({ system }) => [system],
      whileHeld: ({ system }) => [system, (_manager: unknown, row: unknown) => Promise.resolve(row)],
      findMany: ({ system }) => [[system]],
      findByBaseUrl: () => ['http://127.0.0.1:9'],
      list: () => [{}],
      delete: ({ unusedSystem }) => [unusedSystem],
    },
  ],
  [
    TriggerRepository,
    {
      plan: ({ trigger }) => [trigger, UNTIL],
      update: ({ trigger }) => [trigger, { nextRunAt: UNTIL }],
      get: ({ pipe, trigger }) => [pipe, trigger],
      ofPipe: ({ pipe }) => [pipe],
      list: ({ pipe }) => [pipe, {}],
      ofPipes: ({ pipe }) => [[pipe]],
      delete: ({ trigger }) => [trigger],
    },
  ],
  [ActivityLogRepository, { list: () => [{}, null, 50] }],
];

export const SCOPED_CALLS: ScopedCall[] = CALLS.flatMap(([repository, methods]) =>
  Object.entries(methods).flatMap(([method, args]) =>
    [args].flat().map((one) => ({ repository, method, args: one })),
  ),
);

/** What takes a project and needs no such call. */
export const NOT_SCOPED: Record<string, string> = {
  'ApiRepository.insert': 'writes the project; composite foreign keys refuse parents of another one',
  'ConsentAttemptRepository.insert': 'writes the project',
  'CredentialRepository.insert': 'writes the project',
  'FlowRepository.insert': 'writes the project',
  'PipeRepository.insert': 'writes the project',
  'SystemRepository.insert': 'writes the project',
  'TriggerRepository.insert': 'writes the project',
  'SystemRepository.update': 'writes over the row that was read in its project',
  'TokenRepository.replace': 'has the project in its condition',
  'CredentialRepository.retryNow': 'has the project in its condition',
  'RunSnapshotRepository.save': 'writes the project',
  'RunQueueRepository.turns': 'is the view of a worker, over all projects',
  'ProjectRepository.update': 'takes the project that the guard resolved',
  'ProjectRepository.get': 'takes the project that the guard resolved',
  'ProjectRepository.settingsOf': 'takes the project that the guard resolved',
  'ProjectRepository.getWithAccess': 'takes the project that the guard resolved',
  'ProjectRepository.mergeSettings': 'takes the project that the guard resolved',
  'ProjectRepository.delete': 'takes the project that the guard resolved',
};
