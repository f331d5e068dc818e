/** The page that is left for a consent in the same tab: where the way back to the product leads, once. */
const key = 'pipewright-way-back';

export function noteWayBack(): void {
  sessionStorage.setItem(key, window.location.pathname + window.location.search);
}

export function takeWayBack(): string | null {
  const path = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  return path;
}
