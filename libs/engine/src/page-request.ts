// The request of one page: the list's request with the page's parameters in their places, or the next link.
import type { PageRequest } from './pager.js';
import { parsePath, withValueAt } from './paths.js';
import type { PreparedRequest, RequestParts } from './ports.js';

/** `build` puts the list's request together from its parts. */
export function pagedRequest(
  page: PageRequest,
  parts: RequestParts,
  build: (parts: RequestParts) => PreparedRequest,
): PreparedRequest {
  if ('url' in page) {
    const request = build(parts);
    const url = new URL(page.url);
    if (page.keepQuery) {
      for (const [name, value] of new URL(request.url).searchParams) {
        if (!url.searchParams.has(name)) url.searchParams.append(name, value);
      }
    }
    return { ...request, url: url.href };
  }
  const placed: RequestParts = {
    path: { ...parts.path },
    query: { ...parts.query },
    headers: { ...parts.headers },
    body: parts.body,
  };
  const inBody: { name: string; value: string | number }[] = [];
  for (const { place, name, value } of page.parameters) {
    if (place === 'body') inBody.push({ name, value });
    else
      ((placed[place === 'header' ? 'headers' : place] ??= {}) as Record<string, string>)[name] =
        String(value);
  }
  const request = build(placed);
  const body = inBody.reduce(
    (made: unknown, { name, value }) => withValueAt(made, parsePath(name), value),
    request.body,
  );
  return { ...request, body };
}
