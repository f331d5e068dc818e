/** `npm run fuzz [requests]`: sends generated requests (100,000 unless told) to the whole service; a 5xx or an answer outside the envelopes fails. */
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { tool } from './lib/paths.mjs';
import { endOnSignals, run } from './lib/run.mjs';

endOnSignals();
await ensureInstalled();
const requests = process.argv[2] ?? process.env.FUZZ_REQUESTS ?? '100000';
const { code } = await run(
  [
    tool.jest(),
    '--selectProjects',
    'e2e',
    '--testPathPatterns',
    'contract/(fuzz|raw-http)',
    '--maxWorkers=1',
  ],
  { env: { FUZZ_REQUESTS: requests } },
);
process.exit(code);
