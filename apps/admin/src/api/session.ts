/**
 * Who is signed in. The access token lives in this tab's memory; a reload gets a new one by the HttpOnly
 * refresh cookie. Parallel calls share one renewal, and tabs take turns, since a refresh token is used once.
 */
import { create } from 'zustand';
import { ApiError } from './errors.js';
import type { Person } from './types.js';

export interface SignIn {
  access_token: string;
  expires_in: number;
  user: Person;
}
type Phase = 'unknown' | 'signed_in' | 'signed_out';
interface SessionState {
  phase: Phase;
  user: Person | null;
  /** Why the last session ended, shown on the sign-in page. */
  reason: string | null;
  /** Whose session has ended under an open page: what they typed is still there. */
  last: Person | null;
  /** Who signed in meanwhile in another tab of this browser; nothing of this page is done in their name. */
  other: Person | null;
}
/** The page is still there, with what was typed on it. */
export const hasEnded = ({ phase, reason }: Pick<SessionState, 'phase' | 'reason'>): boolean =>
  phase === 'signed_out' && reason === 'ended';

export const useSession = create<SessionState>(() => ({
  phase: 'unknown',
  user: null,
  reason: null,
  last: null,
  other: null,
}));

/** What was typed while the session had ended is still of the person whose it was. */
export function personId(): string {
  const { user, last } = useSession.getState();
  return (user ?? last)?.user_id ?? 'nobody';
}

let accessToken: string | null = null;
let renewal: Promise<void> | null = null;
let refresh: () => Promise<SignIn> = () => Promise.reject(new Error('The session is not set up.'));

async function renewInTurn(): Promise<void> {
  const ask = async () => {
    const answer = await refresh();
    const { user, last } = useSession.getState();
    const known = user ?? last;
    // The cookie is the browser's, the page is the person's who opened it.
    if (known !== null && known.user_id !== answer.user.user_id) {
      session.signedOut('ended', answer.user);
      throw new ApiError('Another person has signed in in this browser.', 401, 'unauthenticated');
    }
    session.signedIn(answer);
  };
  try {
    await (navigator.locks ? navigator.locks.request('pipewright-refresh', ask) : ask());
  } catch (error) {
    const ended = typeof error === 'object' && error !== null && 'status' in error && error.status === 401;
    const { phase } = useSession.getState();
    // A page that still asks after the end tells nothing new: the reason stays.
    if (ended && phase !== 'signed_out') session.signedOut(phase === 'signed_in' ? 'ended' : null);
    throw error;
  }
}

export const session = {
  token: (): string | null => accessToken,
  /** The call that exchanges the cookie; given once at start so that this file knows no transport. */
  useRefresh(call: () => Promise<SignIn>): void {
    refresh = call;
  },
  renew(): Promise<void> {
    renewal ??= renewInTurn().finally(() => {
      renewal = null;
    });
    return renewal;
  },
  signedIn(answer: SignIn): void {
    accessToken = answer.access_token;
    useSession.setState((state) => ({
      phase: 'signed_in',
      user: answer.user ?? state.user,
      reason: null,
      last: null,
      other: null,
    }));
  },
  signedOut(reason: string | null, other: Person | null = null): void {
    accessToken = null;
    useSession.setState((state) => ({
      phase: 'signed_out',
      user: null,
      reason,
      last: reason === 'ended' ? (state.user ?? state.last) : null,
      other,
    }));
  },
  /** Nobody's page any more: the next renewal is whoever the browser says. */
  forget(): void {
    useSession.setState({ phase: 'unknown', user: null, reason: null, last: null, other: null });
  },
  update(user: Person): void {
    useSession.setState({ user });
  },
};
