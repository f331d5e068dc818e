// Every column that holds sealed values, with what its values are bound to. A column that is missing here would stay
// with the old key: `keys rotate` looks for such and says so.
import type { SealPlace } from '../common/crypto/sealer.js';

export interface SealedColumn {
  table: string;
  column: string;
  /** SQL over the row `t`: the row's id in the seal's place. */
  rowId: string;
  /** SQL over the row `t`; null: values are bound to no project. */
  projectId: string | null;
  /** What people have entered, in few rows: a start looks whether its keys open all of it. */
  isEntered?: boolean;
}

const ofProject = (table: string, column: string): SealedColumn => ({
  table,
  column,
  rowId: 't.id::text',
  projectId: 't.project_id::text',
});
const entered = (column: SealedColumn): SealedColumn => ({ ...column, isEntered: true });

export const SEALED_COLUMNS: readonly SealedColumn[] = [
  { table: 'instance_facts', column: 'value', rowId: 't.name', projectId: null },
  entered({ table: 'second_factors', column: 'secret', rowId: 't.user_id::text', projectId: null }),
  {
    table: 'idempotency_keys',
    column: 'answer',
    rowId: "t.user_id::text || ':' || encode(t.key_hash, 'hex')",
    projectId: null,
  },
  entered(ofProject('systems', 'client_secret')),
  entered(ofProject('credentials', 'secret_inputs')),
  entered(ofProject('credentials', 'token_set')),
  ofProject('consent_attempts', 'code_verifier'),
  entered(ofProject('triggers', 'secret')),
  ofProject('run_records', 'sealed_source'),
  {
    table: 'run_page_parts',
    column: 'parts',
    rowId: "t.run_id::text || '/' || t.page::text",
    projectId: 't.project_id::text',
  },
  {
    table: 'deliveries',
    column: 'response_capture',
    rowId: "t.pipe_id::text || '/' || t.handler_id || '/' || t.record_key",
    projectId: '(select p.project_id::text from pipes p where p.id = t.pipe_id)',
  },
];

export const placeOf = (
  { table, column }: SealedColumn,
  rowId: string,
  projectId: string | null,
): SealPlace => ({
  table,
  column,
  rowId,
  ...(projectId === null ? {} : { projectId }),
});
