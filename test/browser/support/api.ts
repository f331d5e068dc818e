/** The API as the owner of a browser test calls it: to make what a person would not type, and to look at what is saved. */
import { owner, type Place } from './steps.js';

/** Any JSON: tests look into it. */
export type Json = ReturnType<typeof JSON.parse>;
export interface Api {
  get(path: string): Promise<Json>;
  post(path: string, body?: object): Promise<Json>;
}

/** `path` begins at `/api` or `/workspace`; answers the `data` of the envelope, throws its message. */
export async function apiOf(place: Place): Promise<Api> {
  const send = async (path: string, token: string | null, body?: object): Promise<Json> => {
    const answer = await fetch(place.url + path, {
      method: body ? 'POST' : 'GET',
      headers: {
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const envelope: Json = await answer.json();
    if (!answer.ok) throw new Error(`${path}: ${envelope.message} ${JSON.stringify(envelope.errors ?? '')}`);
    return envelope.data;
  };
  const session = await send('/api/auth/login', null, { email: owner.email, password: owner.password });
  return {
    get: (path) => send(path, session.access_token),
    post: (path, body = {}) => send(path, session.access_token, body),
  };
}
