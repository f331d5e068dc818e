// The target of rel="next" in a Link header (RFC 8288 section 3).

const LINK = /\s*<([^>]*)>/y;
/** What is no parameter by the letter (`title=a b`) is passed over up to the next one. */
const PARAMETER = /\s*;\s*([^\s=;,"]*)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|([^",;\s]*)))?[^;,"<]*/y;
const SEPARATOR = /\s*(?:,\s*)*/y;

/** Null when there is none. Of several `rel` of one link the first one counts; names have no case. */
export function nextLink(header: string | undefined): string | null {
  if (!header) return null;
  let at = 0;
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(header);
    if (found && found[0] !== '') at = pattern.lastIndex;
    return found && found[0] !== '' ? found : null;
  };
  match(SEPARATOR);
  for (let link = match(LINK); link; link = match(LINK)) {
    let relations: string | null = null;
    for (let parameter = match(PARAMETER); parameter; parameter = match(PARAMETER)) {
      if (parameter[1]?.toLowerCase() === 'rel')
        relations ??= parameter[2] ?? parameter[3] ?? parameter[4] ?? '';
    }
    if (relations?.toLowerCase().split(/\s+/).includes('next')) return link[1] ?? null;
    match(SEPARATOR);
  }
  return null;
}
