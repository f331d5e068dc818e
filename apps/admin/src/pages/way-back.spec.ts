import { useSession } from '../api/session.js';
import { noteWayBack, takeWayBack } from './way-back.js';

const kept = new Map<string, string>();
const signIn = (id: string) => useSession.setState({ user: { user_id: id } as never });

beforeEach(() => {
  kept.clear();
  Object.assign(globalThis, {
    window: { location: { pathname: '/p/1/credentials/2', search: '?tab=a' } },
    sessionStorage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, text: string) => kept.set(key, text),
      removeItem: (key: string) => kept.delete(key),
    },
  });
});

test('the way back leads to where a person left, once', () => {
  signIn('ann');
  noteWayBack();
  expect(takeWayBack()).toBe('/p/1/credentials/2?tab=a');
  expect(takeWayBack()).toBeNull();
});

test('it is not for the next person who signs in, and is gone then', () => {
  signIn('ann');
  noteWayBack();
  signIn('bob');
  expect(takeWayBack()).toBeNull();
  signIn('ann');
  expect(takeWayBack()).toBeNull();
});

test('what an earlier version has left there leads nowhere', () => {
  kept.set('pipewright-way-back', '/p/1/runs');
  expect(takeWayBack()).toBeNull();
});
