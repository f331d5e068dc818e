// `pipewright keys rotate`: put a new key first in MASTER_KEYS, restart every process, run this, then drop the old key.
// `pipewright keys forget <id>`: the key is lost for good; what was sealed with it is given up.
import { forgetKey } from './forget-key.js';
import { complain, say, withClient, withInstance, withUncheckedInstance } from './open-instance.js';
import { rotateKeys } from './rotate-keys.js';

export async function run([action, ...args]: string[]): Promise<number> {
  if (action === 'rotate') return rotate();
  const id = args.find((arg) => !arg.startsWith('--'));
  if (action === 'forget' && id !== undefined) return forget(id, args.includes('--yes'));
  complain('Usage: pipewright keys rotate, or pipewright keys forget <id of the key> [--yes]');
  return 2;
}

function rotate(): Promise<number> {
  return withInstance(({ config }) =>
    withClient(config.databaseUrl, async (client) => {
      const report = await rotateKeys(client, config.keyRing);
      const { id } = config.keyRing.current;
      if (report.others.length > 0) {
        complain(
          `a service that runs now seals with the key "${report.others.join('", "')}", not with "${id}": restart every process with "${id}" first in its MASTER_KEYS (and the older keys behind it), then rotate. Nothing was changed.`,
        );
        return 1;
      }
      say(`${report.resealed} values are sealed anew with the key "${id}".`);
      for (const place of report.unreadable)
        complain(`no key of the ring opens ${place}; it was left as it is.`);
      for (const column of report.forgotten)
        complain(`${column} holds sealed values that this version does not know: keep the old key.`);
      const isDone = report.unreadable.length + report.forgotten.length === 0;
      if (isDone) say('Older keys can be taken out of MASTER_KEYS now.');
      return isDone ? 0 : 1;
    }),
  );
}

function forget(id: string, isAgreed: boolean): Promise<number> {
  return withUncheckedInstance(({ config }) =>
    withClient(config.databaseUrl, async (client) => {
      const { isServiceRunning, lost, count } = await forgetKey(client, config.keyRing, id, isAgreed);
      if (isServiceRunning) {
        complain(
          'a service runs on this database and may still hold the key: take it from there if you can, or stop every process first. Nothing was changed.',
        );
        return 1;
      }
      if (count === 0) {
        say(`Nothing is lost with the key "${id}": all that names it opens with this MASTER_KEYS.`);
        return 0;
      }
      const keys = config.keyRing.ids.map((each) => `"${each}"`).join(', ');
      say(
        `Sealed with the key "${id}", and opened by none of this MASTER_KEYS (${keys}): ${count} ${count === 1 ? 'value' : 'values'}${lost.length > 0 ? ':' : ', none of which anybody has entered'}`,
      );
      for (const what of lost) say(`  ${what}`);
      if (!isAgreed) {
        say(
          'Nothing was changed. Search for the key first: back-ups, other machines, MASTER_KEYS of other processes. Add --yes to give these values up for good.',
        );
        return 1;
      }
      if (lost.length === 0) say('Cleared: start the service.');
      else
        say(
          'Cleared. Start the service, then: set the client secrets of the systems, enter the secret inputs of credentials and connect them again, give each webhook a new secret, and tell the people named to set their second factor up again.',
        );
      return 0;
    }),
  );
}
