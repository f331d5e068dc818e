import { type Answer, OWNER, type TestApp } from './create-test-app.js';

export type SignIn = (email: string, password?: string, more?: object, from?: string) => Promise<Answer>;

/** Signs in with a password, from an address; the app must trust one proxy. */
export const signInTo =
  (test: () => TestApp): SignIn =>
  (email, password = OWNER.password, more = {}, from = '192.0.2.1') =>
    test().post(
      '/api/auth/login',
      { email, password, ...more },
      { token: null, headers: { 'x-forwarded-for': from } },
    );
