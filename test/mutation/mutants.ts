// Every guard and scope of the sources, and what stands there when somebody takes it out.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

/** A handler that declares less than it should. */
export interface AccessMutant {
  kind: 'access';
  file: string;
  line: number;
  className: string;
  handler: string;
  /** As written in the source. */
  declared: string;
  instead: Access;
  title: string;
}

export type Access =
  | { kind: 'public' }
  | { kind: 'instance'; role: 'member'; allowLimitedTokens: boolean; metricsToken: boolean }
  | { kind: 'project'; param: string; level: 'member' };

/** A source file with one condition less. */
export interface SourceMutant {
  kind: 'source';
  file: string;
  line: number;
  text: string;
  title: string;
}

interface Rule {
  files: RegExp;
  find: RegExp;
  /** What stands there instead; it must still compile. */
  put: string;
}

const RULES: Rule[] = [
  {
    files: /bearer\.guard\.ts$/,
    find: /if \((?=principal\.readOnly|RANK\[|principal\.tokenProjectIds)/g,
    put: 'if (false && ',
  },
  { files: /bearer\.guard\.ts$/, find: /if \(!access\) throw .+;/g, put: 'if (!access) return true;' },
  {
    files: /jwt\.strategy\.ts$/,
    find: / \|\| caller\.suspended| \|\| caller\.user_id !== claims\.sub/g,
    put: '',
  },
  {
    files: /access-tokens\.service\.ts$/,
    find: / \|\| row\.suspended|!timingSafeEqual\(row\.token_hash, sha256\(token\)\) \|\|/g,
    put: '',
  },
  {
    files: /access-tokens\.service\.ts$/,
    find: /if \(row\.expired\)/g,
    put: 'if (false)',
  },
  {
    files: /access-tokens\.service\.ts$/,
    find: /(?<=if \()end !== null && /g,
    put: 'false && ',
  },
  { files: /auth\.repository\.ts$/, find: / and s\.expires_at > now\(\)/g, put: '' },
  { files: /auth\.repository\.ts$/, find: /\$\{isListedSql\('p', 'u\.id', 'u\.email'\)\}/g, put: 'true' },
  {
    files: /auth\.repository\.ts$/,
    find: /(?<=\{ id), userId(?= \})| and user_id = \$2(?= returning)/g,
    put: '',
  },
  {
    files: /project-access\.guard\.ts$/,
    find: /if \((?=principal\.tokenProjectIds|!isStaff|access\.level|!membership|!scope)/g,
    put: 'if (false && ',
  },
  { files: /project\.repository\.ts$/, find: /isListedSql\('p', ':userId', ':email'\)/g, put: "'true'" },
  {
    files: /project\.repository\.ts$/,
    find: /if \(principal\.tokenProjectIds\) (?=query)/g,
    put: 'if (false) ',
  },
  {
    files: /projects\.service\.ts$/,
    find: /\(input\.users \|\| input\.groups\) && !scope\.isManager/g,
    put: 'false',
  },
  {
    files: /people\.service\.ts$/,
    find: /^ {4}(?:if \(.+\)) throw DomainError\.forbidden/gm,
    put: '    if (false) throw DomainError.forbidden',
  },
  // Scopes: in criteria, in SQL, in query builders.
  {
    files: /\.(?:repository|service)\.ts$/,
    find: /(?<=(?:By|update|delete|find|where:?)\b[^{}]*)\{ projectId, (?=\w+(?:[:,]| \}))/g,
    put: '{ ',
  },
  {
    files: /\.(?:repository|service)\.ts$/,
    find: /(?<=(?:update|find)\([^{}]*|where: )\{ projectId \}/g,
    put: '{}',
  },
  {
    files: /\.(?:repository|service)\.ts$/,
    find: /(?<![\w(])(?:\w\.)?project_id = (\$\d|:projectId)(?= and| group by)/g,
    put: '$1::uuid is not null',
  },
  {
    files: /\.repository\.ts$|list-rows\.ts$/,
    find: /\b\w+\.projectId = :projectId/g,
    put: ':projectId::uuid is not null',
  },
];

/** What stands behind a scope that is tested, and can be missed by itself. */
export const SECOND_LOCKS: { file: RegExp; line: RegExp; why: string }[] = [
  {
    file: /flow\.repository\.ts$/,
    line: /delete from flow_apis where project_id = \$1 and flow_id = \$2/,
    why: 'runs in the transaction that has just written this flow of this project',
  },
  {
    file: /auth\.repository\.ts$/,
    line: /findOneBy\(AccessToken, \{ id, userId \}\)/,
    why: 'is asked for the token that the caller was authenticated by',
  },
  {
    file: /alert\.repository\.ts$/,
    line: /a\.project_id = \$1 and a\.group_key = \$3/,
    why: 'the group key is the id of a pipe or a connection of the project',
  },
  {
    file: /api\.repository\.ts$/,
    line: /from apis where project_id = \$1 and id = any\(\$2\)/,
    why: 'reads the samples of the rows that the page of this project has just listed',
  },
  {
    file: /mapping\.repository\.ts$/,
    line: /from mapping_versions where project_id = \$1 .* and version = any\(\$4\)/,
    why: 'counts the links of the versions that the page of this project has just listed',
  },
  {
    file: /consent-attempt\.repository\.ts$/,
    line: /\{ projectId, credentialId: In\(credentialIds\), status: 'pending' \}/,
    why: 'is asked for connections that were read in the same transaction, of this project',
  },
  {
    file: /token-store\.service\.ts$/,
    line: /const where = \{ projectId, id, \.\.\.\(isConsentSystem/,
    why: 'is asked for the connection that was read in its project',
  },
];

/** Routes whose service refuses every access token, limited or not. */
const WITHOUT_TOKENS = /^SecondFactorController\.(create|confirm)$/;

export function mutants(): (AccessMutant | SourceMutant)[] {
  return sourcesOf('src').flatMap((file): (AccessMutant | SourceMutant)[] => {
    const text = readFileSync(file, 'utf8');
    return file.endsWith('.controller.ts') ? accessMutants(file, text) : sourceMutants(file, text);
  });
}

export function sourcesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.spec.ts'))
    .map((entry) => resolve(join(entry.parentPath, entry.name)))
    .sort();
}

function sourceMutants(file: string, text: string): SourceMutant[] {
  return RULES.filter((rule) => rule.files.test(file)).flatMap(({ find, put }) =>
    [...text.matchAll(find)].flatMap((match): SourceMutant[] => {
      const line = lineOf(text, match.index);
      const words = text.split('\n')[line - 1] ?? '';
      if (SECOND_LOCKS.some((lock) => lock.file.test(file) && lock.line.test(words))) return [];
      const mutant: SourceMutant = {
        kind: 'source',
        file,
        line,
        text:
          text.slice(0, match.index) +
          put.replace('$1', match[1] ?? '') +
          text.slice(match.index + match[0].length),
        title: `${relative('.', file)}:${line} without ${match[0].trim()}`,
      };
      return [mutant];
    }),
  );
}

const LIMITED = 'open to limited tokens';
const PUBLIC: Access = { kind: 'public' };
const member = (allowLimitedTokens: boolean): Access => ({
  kind: 'instance',
  role: 'member',
  allowLimitedTokens,
  metricsToken: false,
});

/** Each declaration with every weaker one in its place; an open route closed. */
function accessMutants(file: string, text: string): AccessMutant[] {
  const className = /export class (\w+)/.exec(text)?.[1] ?? '';
  const declarations = /^ {2}@(Public|Instance|Project)\((.*)\)\n(?: {2}@[^]*?)?^ {2}(?:async )?(\w+)\(/gm;
  return [...text.matchAll(declarations)].flatMap((match) => {
    const [, name = '', argument = '', handler = ''] = match;
    const line = lineOf(text, match.index);
    const refusesTokens = WITHOUT_TOKENS.test(`${className}.${handler}`);
    const weaker = weakerThan(name, argument).filter(([words]) => !(refusesTokens && words === LIMITED));
    return weaker.map(([words, instead]) => ({
      kind: 'access' as const,
      file,
      line,
      className,
      handler,
      declared: `@${name}(${argument})`,
      instead,
      title: `${relative('.', file)}:${line} ${className}.${handler} @${name}(${argument}) as ${words}`,
    }));
  });
}

function weakerThan(name: string, argument: string): [string, Access][] {
  if (name === 'Public') return [['@Instance()', member(true)]];
  if (name === 'Project') {
    const param = /^'(\w+)'/.exec(argument)?.[1] ?? 'project_id';
    return [
      ['@Public()', PUBLIC],
      ['@Instance()', member(true)],
      ...(argument.includes("'manager'")
        ? ([['a member’s', { kind: 'project', param, level: 'member' }]] as [string, Access][])
        : []),
    ];
  }
  const limited = argument.includes('allowLimitedTokens: true');
  return [
    ['@Public()', PUBLIC],
    ...(/'(?:admin|owner)'/.test(argument) ? ([['@Instance()', member(limited)]] as [string, Access][]) : []),
    ...(limited ? [] : ([[LIMITED, roleOf(argument)]] as [string, Access][])),
  ];
}

/** The same role, for limited tokens too. */
function roleOf(argument: string): Access {
  const role = (/'(member|admin|owner)'/.exec(argument)?.[1] ?? 'member') as 'member';
  return {
    kind: 'instance',
    role,
    allowLimitedTokens: true,
    metricsToken: argument.includes('metricsToken'),
  };
}

const lineOf = (text: string, index: number): number => text.slice(0, index).split('\n').length;
