// The files of dist/admin, listed once at the start: a request can name only what is in the list.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

const NONCE = '__CSP_NONCE__';
const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.html': 'text/html; charset=utf-8',
};
const ENCODINGS = [
  { suffix: '.br', name: 'br' },
  { suffix: '.gz', name: 'gzip' },
] as const;

export interface AdminFile {
  type: string;
  etag: string;
  encoding: string | null;
  read(): Promise<Buffer>;
}

interface Listed {
  type: string;
  version: string;
  /** Path on disk by encoding; `''` is the file itself. */
  places: Map<string, string>;
}

export class AdminFiles {
  private readonly contents = new Map<string, Promise<Buffer>>();

  private constructor(
    private readonly files: ReadonlyMap<string, Listed>,
    private readonly template: string,
  ) {}

  /** The build beside the running code, or null when there is none. */
  static find(): AdminFiles | null {
    const base = path.resolve(require.resolve('./request-path.js'), '../../..');
    const folder = [path.join(base, 'admin'), path.join(base, 'dist', 'admin')].find((candidate) =>
      existsSync(path.join(candidate, 'index.html')),
    );
    return folder === undefined ? null : AdminFiles.in(folder);
  }

  static in(folder: string): AdminFiles {
    return new AdminFiles(list(folder), readFileSync(path.join(folder, 'index.html'), 'utf8'));
  }

  page(nonce: string): string {
    return this.template.replaceAll(NONCE, nonce);
  }

  /** The file in the best encoding that the browser takes. */
  get(requestPath: string, acceptEncoding: string): AdminFile | null {
    const listed = this.files.get(requestPath);
    if (!listed) return null;
    const accepted = ENCODINGS.find(
      ({ name }) =>
        listed.places.has(name) && new RegExp(`\\b${name}\\b(?!;q=0(?:\\.0*)?(?:,|$))`).test(acceptEncoding),
    );
    const encoding = accepted?.name ?? null;
    const place = listed.places.get(encoding ?? '');
    if (place === undefined) return null;
    return {
      type: listed.type,
      encoding,
      etag: `"${listed.version}${encoding ? `-${encoding}` : ''}"`,
      read: () => this.read(place),
    };
  }

  private read(place: string): Promise<Buffer> {
    let content = this.contents.get(place);
    if (!content) {
      content = readFile(place);
      content.catch(() => this.contents.delete(place));
      this.contents.set(place, content);
    }
    return content;
  }
}

function list(folder: string): Map<string, Listed> {
  const files = new Map<string, Listed>();
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) =>
    name.split(path.sep).join('/'),
  );
  const known = new Set(names);
  for (const name of names) {
    const place = path.join(folder, name);
    const isHidden = name.split('/').some((part) => part.startsWith('.'));
    const isEncoded = ENCODINGS.some(
      ({ suffix }) => name.endsWith(suffix) && known.has(name.slice(0, -suffix.length)),
    );
    if (isHidden || isEncoded || !statSync(place).isFile()) continue;
    const places = new Map([['', place]]);
    for (const { suffix, name: encoding } of ENCODINGS) {
      if (known.has(name + suffix)) places.set(encoding, place + suffix);
    }
    files.set(`/${name}`, {
      type: TYPES[path.extname(name)] ?? 'application/octet-stream',
      version: createHash('sha256').update(readFileSync(place)).digest('base64url').slice(0, 16),
      places,
    });
  }
  return files;
}
