// What becomes of values that no key opens any more: each kind by its own rule, so that nothing is used half, and every
// place says what a person has to do. Statements read `lost_values (place, row_id)`, a table of the command.
import { KEY_CHECK_NAME } from '../database/key-check.js';
import { SEALED_COLUMNS, type SealedColumn } from '../database/sealed-columns.js';

interface LostKind {
  /** `<table>.<column>` */
  place: string;
  /** Of what people have entered: a query that names each (`what`). Else the words for a number of them. */
  named?: string;
  counted?: string;
  /** In order; they may take out what is named. */
  clear: string[];
}

const columnOf = (place: string): SealedColumn =>
  SEALED_COLUMNS.find(({ table, column }) => `${table}.${column}` === place) as SealedColumn;

/** True for a row `t` whose value at the place is lost. */
const isLost = (place: string): string =>
  `exists (select 1 from lost_values l where l.place = '${place}' and l.row_id = ${columnOf(place).rowId})`;

const INPUTS = isLost('credentials.secret_inputs');
const TOKENS = isLost('credentials.token_set');
const OF_CONSENT = `(s.authentication_type = 'oauth2' and s.authentication->>'grant_type' like 'authorization_code%')`;
const OF_PASSWORD = `(s.authentication_type = 'oauth2' and s.authentication->>'grant_type' = 'resource_owner_credentials')`;
/** Other secret inputs may be left where the password was dropped after its use. */
const HAS_NO_PASSWORD = `(t.secret_inputs is null or coalesce(t.inputs->>'store_password', '') <> 'true')`;
/** A token that a program can ask for again comes by itself; a consent, inputs and a dropped password do not. */
const NEEDS_CONSENT = `(${TOKENS} and ${OF_CONSENT})`;
const NEEDS_INPUTS = `(${INPUTS} or (${TOKENS} and ${OF_PASSWORD} and ${HAS_NO_PASSWORD}))`;

const WHAT_TO_DO = `case when ${NEEDS_CONSENT} and ${NEEDS_INPUTS} then 'enter its secret inputs again and connect it again'
  when ${NEEDS_CONSENT} then 'connect it again' else 'enter its secret inputs again' end`;

const CREDENTIALS = `
  update credentials t set
    secret_inputs = case when ${INPUTS} then null else t.secret_inputs end,
    token_set = case when ${TOKENS} then null else t.token_set end,
    token_version = t.token_version + case when ${TOKENS} then 1 else 0 end,
    expires_at = case when ${TOKENS} then null else t.expires_at end,
    renew_at = case when ${TOKENS} then null else t.renew_at end,
    renew_failures = 0, unknown_failures = 0, lease_owner = null, lease_until = null,
    status = case when ${NEEDS_CONSENT} then 'reconnect_required' when ${NEEDS_INPUTS} then 'failed' else t.status end,
    last_error = case when ${NEEDS_CONSENT} or ${NEEDS_INPUTS} then jsonb_build_object('code', 'key_lost',
        'message', 'The master key of its secrets is lost: ' || ${WHAT_TO_DO} || '.',
        'at', to_char(now() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) else t.last_error end,
    updated_at = now()
  from systems s where s.id = t.system_id and (${INPUTS} or ${TOKENS})`;

const inProject = (table: string, what: string, place: string): string =>
  `select ${what} || ' in the project "' || p.project_name || '"' as what from ${table} t
     join projects p on p.id = t.project_id where ${isLost(place)} order by 1`;

const nulled = (place: string): string => {
  const { table, column } = columnOf(place);
  return `update "${table}" t set "${column}" = null where ${isLost(place)}`;
};

const deleted = (place: string): string => `delete from "${columnOf(place).table}" t where ${isLost(place)}`;

export const LOST_KINDS: readonly LostKind[] = [
  {
    place: 'systems.client_secret',
    named: inProject(
      'systems',
      `'client secret of the system "' || t.system_name || '"'`,
      'systems.client_secret',
    ),
    clear: [nulled('systems.client_secret')],
  },
  {
    place: 'credentials.secret_inputs',
    named: inProject(
      'credentials',
      `'secret inputs of the credential "' || t.credential_name || '"'`,
      'credentials.secret_inputs',
    ),
    // A draft only waits for its first token: it is made anew.
    clear: [`delete from credentials t where t.saved_at is null and (${INPUTS} or ${TOKENS})`, CREDENTIALS],
  },
  {
    place: 'credentials.token_set',
    named: inProject(
      'credentials',
      `'token of the credential "' || t.credential_name || '"'`,
      'credentials.token_set',
    ),
    clear: [],
  },
  {
    place: 'triggers.secret',
    named: `select 'secret of the webhook of the pipe "' || i.pipe_name || '" in the project "' || p.project_name || '"' as what
      from triggers t join pipes i on i.id = t.pipe_id join projects p on p.id = t.project_id
      where ${isLost('triggers.secret')} order by 1`,
    clear: [nulled('triggers.secret')],
  },
  {
    place: 'second_factors.secret',
    named: `select 'second factor of ' || u.email as what from second_factors t join users u on u.id = t.user_id
      where ${isLost('second_factors.secret')} order by 1`,
    clear: [deleted('second_factors.secret')],
  },
  {
    place: 'run_records.sealed_source',
    counted: 'failed records as they came (they cannot be retried)',
    // What is shown of them has its secrets taken out: it is nothing to send.
    clear: [
      `update run_records t set sealed_source = null, source = null where ${isLost('run_records.sealed_source')}`,
    ],
  },
  {
    place: 'run_page_parts.parts',
    counted: 'parts of pages beside failed records',
    // Without it a retry would give the records a page that says nothing.
    clear: [
      `update run_records r set sealed_source = null, source = null from run_page_parts t
        where t.run_id = r.run_id and t.page = r.page and ${isLost('run_page_parts.parts')}`,
      deleted('run_page_parts.parts'),
    ],
  },
  {
    place: 'deliveries.response_capture',
    counted: 'answers of destinations kept for later steps',
    clear: [nulled('deliveries.response_capture')],
  },
  {
    place: 'consent_attempts.code_verifier',
    counted: 'consents under way',
    clear: [deleted('consent_attempts.code_verifier')],
  },
  {
    place: 'idempotency_keys.answer',
    counted: 'answers kept for repeated calls',
    // The key stays taken: the call has acted.
    clear: [`update idempotency_keys t set answer = '' where ${isLost('idempotency_keys.answer')}`],
  },
  {
    place: 'instance_facts.value',
    // The check value is sealed anew by the command itself.
    clear: [
      `delete from instance_facts t where ${isLost('instance_facts.value')} and t.name <> '${KEY_CHECK_NAME}'`,
    ],
  },
];
