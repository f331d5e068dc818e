/** Sign-in, set-up and one's own account. */
import { queryOptions } from '@tanstack/react-query';
import {
  accessTokensCreate,
  accessTokensDelete,
  accessTokensList,
  authAcceptInvitation,
  authForgotPassword,
  authLogin,
  authLogout,
  authMe,
  authRefresh,
  authResetPassword,
  authSetup,
  authState,
  authUpdateMe,
  secondFactorConfirm,
  secondFactorCreate,
  secondFactorDelete,
  sessionsDelete,
  sessionsDeleteAll,
  sessionsList,
  type AuthStateDto,
  type CreateAccessTokenDto,
  type SetupDto,
} from '#sdk';
import { client, call, callAs, keyed, listAll, open, rowsOf } from './call.js';
import { session, type SignIn } from './session.js';
import type { AccessToken, Person, SignInSession } from './types.js';

/** `public_url`: absent with an older service. */
type AuthState = AuthStateDto & { public_url?: string };

session.useRefresh(() => open(() => authRefresh({ client })));

export const authStateQuery = queryOptions({
  queryKey: ['auth-state'],
  queryFn: (): Promise<AuthState> => open(() => authState({ client })),
  staleTime: 60_000,
});

async function signedIn(answer: Promise<SignIn>): Promise<SignIn> {
  const value = await answer;
  session.signedIn(value);
  return value;
}

export const signIn = (body: { email: string; password: string; one_time_code?: string }) =>
  signedIn(open(() => authLogin({ client, body })));
export const setUp = (body: SetupDto) => signedIn(open(() => authSetup({ client, body })));
export const acceptInvitation = (body: { invitation_token: string; name: string; password: string }) =>
  signedIn(open(() => authAcceptInvitation({ client, body })));
export const resetPassword = (body: { reset_token: string; password: string }) =>
  signedIn(open(() => authResetPassword({ client, body })));
export const forgotPassword = (email: string) => open(() => authForgotPassword({ client, body: { email } }));

export async function signOut(): Promise<void> {
  try {
    await open(() => authLogout({ client }));
  } finally {
    session.signedOut('signed_out');
  }
}

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: () => callAs<Person>(() => authMe({ client })),
});
export const updateMe = (body: { name?: string; password?: string; old_password?: string }) =>
  callAs<Person>(() => authUpdateMe({ client, body }));

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: () => rowsOf<SignInSession>((page) => sessionsList({ client, query: { page, per_page: 200 } })),
});
export const deleteSession = (id: string) => call(() => sessionsDelete({ client, path: { id } }));
export const deleteAllSessions = () => call(() => sessionsDeleteAll({ client }));

export const createSecondFactor = () =>
  callAs<{ secret: string; otpauth_url: string }>(() => secondFactorCreate({ client }));
export const confirmSecondFactor = (code: string) =>
  callAs<{ recovery_codes: string[] }>(() => secondFactorConfirm({ client, body: { one_time_code: code } }));
export const deleteSecondFactor = (password: string) =>
  call(() => secondFactorDelete({ client, body: { password } }));

export const tokensQuery = queryOptions({
  queryKey: ['tokens'],
  queryFn: () => listAll<AccessToken>((page) => accessTokensList({ client, query: { page, per_page: 200 } })),
});
export const createToken = (body: CreateAccessTokenDto, key?: string) =>
  callAs<{ token_id: string; access_token: string }>(() =>
    accessTokensCreate({ client, ...keyed(key), body }),
  );
export const deleteToken = (id: string) => call(() => accessTokensDelete({ client, path: { id } }));
