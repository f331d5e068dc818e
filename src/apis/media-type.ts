// What a content type says of a body; types are read once, since answers come with the same few.

export interface MediaType {
  /** lower case, without parameters */
  type: string;
  /** lower case; null: none is declared */
  charset: string | null;
  isXml: boolean;
  /** text that is no XML */
  isPlain: boolean;
}

const CHARSET = /;\s*charset\s*=\s*"?([^\s";]+)/;
const MAX_KNOWN = 100;
const known = new Map<string, Readonly<MediaType>>();

/** `header`: a Content-Type (RFC 9110, 8.3), or nothing. */
export function mediaTypeOf(header: string): Readonly<MediaType> {
  let media = known.get(header);
  if (!media) {
    if (known.size >= MAX_KNOWN) known.clear();
    known.set(header, (media = read(header.toLowerCase())));
  }
  return media;
}

function read(header: string): MediaType {
  const isXml = header.includes('xml');
  return {
    type: (header.split(';')[0] ?? '').trim(),
    charset: CHARSET.exec(header)?.[1] ?? null,
    isXml,
    isPlain: header.startsWith('text/') && !isXml,
  };
}
