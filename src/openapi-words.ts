// Words of the OpenAPI document that need not be written twice: a member that is sent and answered is described once, where
// it is sent; members that mean the same everywhere are described here.
import type { OpenAPIObject } from '@nestjs/swagger';
import type { SchemaObject } from './common/http/open-api.types.js';

type Schemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;

/** A member of a schema, as far as words are concerned. */
interface Member {
  description?: string;
  example?: unknown;
  nullable?: boolean;
  enum?: unknown[];
  $ref?: string;
}

const membersOf = (schema: Schemas[string] | undefined): Record<string, Member> =>
  (schema as SchemaObject | undefined)?.properties ?? {};

/** Members that mean the same wherever they stand. */
const COMMON: Record<string, string> = {
  created_at: 'When it was made.',
  updated_at: 'When it was last changed.',
  at: 'When it happened.',
  message: 'What it is about, in words.',
  code: 'A word for programs; the message says it for people.',
  name: 'Its name.',
  status: 'Its state.',
  version: 'Raised by every change.',
  role: 'Role on the instance.',
  email: 'E-mail address, in lower case.',
  description: 'What it is for.',
  problems: 'What keeps it from working; empty: nothing.',
  errors: 'Everything that is wrong.',
  warnings: 'Worth knowing, nothing that stops it.',
  handlers: 'Per handler of the flow, by its word.',
  read: 'Records read from the source.',
  mapped: 'Records mapped without an error.',
  delivered: 'Records that the destination took.',
  skipped: 'Records left out: delivered before, or older than what was delivered.',
  failed: 'Records that failed.',
  started_at: 'When it began; null: not yet.',
  finished_at: 'When it ended; null: not yet.',
  handler_id: "The handler's word in the flow.",
  record_key: 'What identifies the record.',
  class: 'The class of the failure, such as CLIENT or THROTTLED.',
  field_path: 'The field at fault; null: none.',
  attempt: 'How many times it was sent.',
  source: 'The record as it was read.',
  mapped_record: 'The record as it was mapped.',
  request: 'The request as it was sent, secrets masked.',
  response: 'The answer, secrets masked.',
  link_id: 'The link at fault; null: none.',
  path: 'Where it stands.',
  count: 'How often.',
  resource_type: 'What kind of thing it is.',
  trigger: 'What started it: manual, schedule, webhook, retry, dry_run or reconcile.',
};

const spoken = (name: string): string => name.replace(/_/g, ' ');

/** Descriptions and examples for members that have none: from the request of the same resource, else common words. */
export function describeMembers(schemas: Schemas): void {
  for (const [schemaName, schema] of Object.entries(schemas)) {
    const members = membersOf(schema);
    for (const [name, member] of Object.entries(members)) {
      const sent = sentMember(schemas, schemaName, name);
      member.description ||= sent?.description ?? COMMON[name] ?? ownWords(name);
      if (sent?.example !== undefined && member.$ref === undefined) member.example ??= sent.example;
      members[name] = withoutBareReference(withNull(member));
    }
  }
}

/** In OpenAPI 3.0 `nullable` lets no null through a list of values that does not name it. */
function withNull(member: Member): Member {
  return member.nullable && member.enum && !member.enum.includes(null)
    ? { ...member, enum: [...member.enum, null] }
    : member;
}

/** OpenAPI 3.0 ignores what stands beside a `$ref`. */
function withoutBareReference(member: Member): Member {
  const { $ref, ...rest } = member;
  return $ref === undefined ? member : ({ ...rest, allOf: [{ $ref }] } as Member);
}

function sentMember(schemas: Schemas, schemaName: string, name: string): Member | undefined {
  const resource = schemaName.replace(/(Answer)?Dto$/, '');
  return [`Create${resource}Dto`, `Update${resource}Dto`, `${resource}Dto`]
    .filter((source) => source !== schemaName)
    .map((source) => membersOf(schemas[source])[name])
    .find((member) => member?.description !== undefined);
}

function ownWords(name: string): string {
  if (name.endsWith('_id')) return `Id of the ${spoken(name.slice(0, -3))}.`;
  if (name.endsWith('_ids')) return `Ids of the ${spoken(name.slice(0, -4))}s.`;
  if (name.endsWith('_name')) return `Name of the ${spoken(name.slice(0, -5))}.`;
  if (name.endsWith('_at')) return `When it was ${spoken(name.slice(0, -3))}; null: never.`;
  if (name.endsWith('_set')) return `Whether the ${spoken(name.slice(0, -4))} is stored.`;
  return `The ${spoken(name)}.`;
}

const ACTIONS: Record<string, string> = {
  list: 'List the {nouns}',
  get: 'Get one {noun}',
  usages: 'What uses a {noun}',
};

const NOUNS: Record<string, string> = { apis: 'APIs', api: 'API' };
const withArticle = (text: string): string => text.replace(/\ba (?=[aeio]|API)/, 'an ');
const words = (camelCase: string): string => camelCase.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();

/** `SystemsController.create` → "Create a system"; actions that are on no single thing: "Projects: …". */
export function summaryOf(controller: string, method: string, isOnOne: boolean): string {
  const plural = words(controller.replace(/Controller$/, ''));
  const singular = plural.replace(/ies$/, 'y').replace(/s$/, '');
  const nouns = NOUNS[plural] ?? plural;
  const noun = NOUNS[singular] ?? singular;
  const action = words(method);
  const known = Object.hasOwn(ACTIONS, method) ? ACTIONS[method] : undefined;
  if (known) return withArticle(known.replace('{nouns}', nouns).replace('{noun}', noun));
  const capital = action.charAt(0).toUpperCase() + action.slice(1);
  if (isOnOne || method === 'create') return withArticle(`${capital} a ${noun}`);
  return `${nouns.charAt(0).toUpperCase()}${nouns.slice(1)}: ${action}`;
}

interface AccessExtension {
  kind: 'public' | 'instance' | 'project';
  role?: string;
  level?: string;
}

/** Who may call a route, from its declaration. */
export function whoMayCall(access: AccessExtension | undefined): string {
  if (!access || access.kind === 'public') return 'Open: needs no access token.';
  if (access.kind === 'project') {
    return access.level === 'manager'
      ? 'For the creator of the project, admins and the owner.'
      : 'For everyone with access to the project.';
  }
  if (access.role === 'owner') return 'For the owner.';
  return access.role === 'admin' ? 'For the owner and admins.' : 'For every signed-in person.';
}
