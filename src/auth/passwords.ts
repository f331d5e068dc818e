// Passwords: argon2id, bounded in parallel, and the rules for a new one.
import { hash, verify } from '@node-rs/argon2';
import { DomainError } from '../common/errors/domain-error.js';

const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const MAX_PARALLEL = 4;
const MAX_WAITING = 200;
/** The hash of a random password: an unknown user costs the same time as a known one. */
const DECOY =
  '$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$JYo5kFKPYhvTX1wBFV5hcbzkx8+vJGE0bWEVBzwMoWM';

const COMMON = new Set([
  'password1234',
  'passwordpassword',
  '123456789012',
  '1234567890123',
  'qwertyuiopas',
  'qwerty123456',
  'administrator',
  'letmeinletmein',
  'iloveyouiloveyou',
  'welcome12345',
  'changeme1234',
  'changemechangeme',
  'pipewright123',
  'pipewrightpipewright',
  'adminadminadmin',
  'abcdefghijkl',
  'abcd12345678',
  'password12345',
  'passw0rdpassw0rd',
  'qwertyqwerty',
  '111111111111',
  '000000000000',
  'trustno1trustno1',
  'secretsecret',
]);

let running = 0;
const waiting: (() => void)[] = [];

/** At most four at once: argon2 takes 19 MiB each. A longer queue is refused: it would only grow. */
async function bounded<T>(work: () => Promise<T>): Promise<T> {
  if (waiting.length >= MAX_WAITING)
    throw DomainError.unavailable('Too many sign-ins at once. Please try again.', 5);
  if (running >= MAX_PARALLEL) await new Promise<void>((resolve) => waiting.push(resolve));
  else running++;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

const hashPassword = (password: string): Promise<string> => bounded(() => hash(password, OPTIONS));

/** `stored` null: an unknown user; the work is done all the same. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const isRight = await bounded(() => verify(stored ?? DECOY, password).catch(() => false));
  return isRight && stored !== null;
}

/** What is wrong with a new password, or null. Length is counted in characters. */
function passwordFault(password: string): string | null {
  const length = [...password].length;
  if (length < 12) return 'must have at least 12 characters';
  if (length > 128) return 'must have at most 128 characters';
  const folded = password.toLowerCase();
  if (COMMON.has(folded) || new Set(folded).size < 4)
    return 'is too common: take several words or a generated one';
  return null;
}

/** The hash of a new password that keeps the rules; `field` is where it stood in the body. */
export async function newPasswordHash(field: string, password: string): Promise<string> {
  const fault = passwordFault(password);
  if (fault) throw DomainError.invalidField(field, fault, 'weak_password');
  return hashPassword(password);
}
