/** The order of the specs: the longest begin first, so that none of them runs on alone at the end. */
const Sequencer = require('@jest/test-sequencer').default;

const LONG = [
  'run-kills',
  'fuzz',
  'run-crashes',
  'admin-ui',
  'run-shutdown',
  'queue-postgres',
  'queue-redis',
  'run-database-loss',
  'editors',
  'service-restart',
  'run-crash-points',
];

module.exports = class SlowFirst extends Sequencer {
  sort(tests) {
    const place = ({ path }) => {
      const found = LONG.findIndex((name) => path.includes(`/${name}.`));
      return found < 0 ? LONG.length : found;
    };
    return [...super.sort(tests)].sort((a, b) => place(a) - place(b));
  }
};
