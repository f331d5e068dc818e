/** Sign-in, set-up and one's own account. */
import { queryOptions } from '@tanstack/react-query';
import { api } from './call.js';
import { session, type SignIn } from './session.js';
import type { AccessToken, Person, SignInSession } from './types.js';

export interface AuthState {
  setup_needed: boolean;
  public_url?: string;
  sample_systems?: boolean;
  version?: string;
}
export interface SetupBody {
  setup_token: string;
  name: string;
  email: string;
  password: string;
  create_sample_project?: boolean;
}

session.useRefresh(() => api.open<SignIn>('POST', '/api/auth/refresh'));

export const authStateQuery = queryOptions({
  queryKey: ['auth-state'],
  queryFn: () => api.open<AuthState>('GET', '/api/auth/state'),
  staleTime: 60_000,
});

async function signedIn(answer: Promise<SignIn>): Promise<SignIn> {
  const value = await answer;
  session.signedIn(value);
  return value;
}

export const signIn = (body: { email: string; password: string; one_time_code?: string }) =>
  signedIn(api.open<SignIn>('POST', '/api/auth/login', body));
export const setUp = (body: SetupBody) => signedIn(api.open<SignIn>('POST', '/api/auth/setup', body));
export const acceptInvitation = (body: { invitation_token: string; name: string; password: string }) =>
  signedIn(api.open<SignIn>('POST', '/api/auth/accept_invitation', body));
export const resetPassword = (body: { reset_token: string; password: string }) =>
  signedIn(api.open<SignIn>('POST', '/api/auth/reset_password', body));
export const forgotPassword = (email: string) => api.open('POST', '/api/auth/forgot_password', { email });

export async function signOut(): Promise<void> {
  try {
    await api.open('POST', '/api/auth/logout');
  } finally {
    session.signedOut('signed_out');
  }
}

export const meQuery = queryOptions({ queryKey: ['me'], queryFn: () => api.get<Person>('/api/auth/me') });
export const updateMe = (body: { name?: string; password?: string; old_password?: string }) =>
  api.post<Person>('/api/auth/me/update', body);

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: () => api.get<SignInSession[]>('/api/auth/sessions'),
});
export const deleteSession = (id: string) => api.post(`/api/auth/sessions/delete/${id}`);
export const deleteAllSessions = () => api.post('/api/auth/sessions/delete_all');

export const createSecondFactor = () =>
  api.post<{ secret: string; otpauth_url: string }>('/api/auth/second_factor/create');
export const confirmSecondFactor = (code: string) =>
  api.post<{ recovery_codes: string[] }>('/api/auth/second_factor/confirm', { one_time_code: code });
export const deleteSecondFactor = (password: string) =>
  api.post('/api/auth/second_factor/delete', { password });

export const tokensQuery = queryOptions({
  queryKey: ['tokens'],
  queryFn: () => api.get<AccessToken[]>('/api/access_tokens'),
});
export interface TokenBody {
  token_name: string;
  expires_in_days: number;
  project_ids?: string[];
  read_only: boolean;
}
export const createToken = (body: TokenBody) =>
  api.post<{ token_id: string; access_token: string }>('/api/access_tokens/create', body);
export const deleteToken = (id: string) => api.post(`/api/access_tokens/delete/${id}`);
