/** The one rule for a new password that the form itself checks; the service has the last word. */
export const passwordFault = (value: string): string | null =>
  value.length < 12 ? 'Use at least 12 characters.' : null;
