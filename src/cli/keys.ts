// `pipewright keys rotate`: put a new key first in MASTER_KEYS, restart every process, run this, then drop the old key.
import { complain, say, withClient, withInstance } from './open-instance.js';
import { rotateKeys } from './rotate-keys.js';

export async function run([action]: string[]): Promise<number> {
  if (action !== 'rotate') {
    complain('Usage: pipewright keys rotate');
    return 2;
  }
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
