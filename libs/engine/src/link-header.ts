// The target of rel="next" in a Link header (RFC 8288 section 3).

/** Null when there is none. Commas and semicolons inside `<…>` and quoted values are kept. */
export function nextLink(header: string | undefined): string | null {
  if (!header) return null;
  const link = /\s*<([^>]*)>((?:\s*;\s*[^\s=;,]+(?:\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^",;\s]*))?)*)\s*(?:,|$)/y;
  link.lastIndex = 0;
  while (link.lastIndex < header.length) {
    const match = link.exec(header);
    if (!match) return null;
    const rel = /;\s*rel\s*=\s*(?:"([^"]*)"|([^",;\s]+))/i.exec(match[2] ?? '');
    const names = (rel?.[1] ?? rel?.[2] ?? '').toLowerCase().split(/\s+/);
    if (names.includes('next')) return match[1] ?? null;
  }
  return null;
}
