#!/usr/bin/env node
/**
 * `npx pipewright <command>`: what an operator does without the admin UI. A command is a file of dist/src/cli that
 * exports `run(args)`, which answers the exit code; the service's environment variables hold here too.
 */
const { existsSync } = require('node:fs');
const path = require('node:path');

const root = path.join(__dirname, '..');
const commands = {
  'reset-password': {
    file: 'reset-password',
    usage: 'reset-password <email>',
    about: 'sets a new password, without mail',
  },
  keys: { file: 'keys', usage: 'keys rotate', about: 'seals all secrets with the first key of MASTER_KEYS' },
  backup: {
    file: 'backup',
    usage: 'backup <file>',
    about: 'writes a logical export of all data, without keys',
  },
  restore: { file: 'restore', usage: 'restore <file>', about: 'reads an export into an empty instance' },
};

async function main([name, ...args]) {
  const command = Object.hasOwn(commands, name ?? '') ? commands[name] : null;
  if (!command) {
    const isAsked = name === undefined || name === 'help' || name === '--help';
    process[isAsked ? 'stdout' : 'stderr'].write(
      `${isAsked ? '' : `There is no command "${name}".\n`}${usage()}`,
    );
    return isAsked ? 0 : 2;
  }
  const file = path.join(root, 'dist', 'src', 'cli', `${command.file}.js`);
  if (!existsSync(file)) {
    process.stderr.write('Pipewright is not built yet: run `npm run build` first.\n');
    return 1;
  }
  return require(file).run(args);
}

function usage() {
  const lines = Object.values(commands).map(
    ({ usage, about }) => `  npx pipewright ${usage.padEnd(24)} ${about}`,
  );
  return `Commands:\n${lines.join('\n')}\n\n\`npm start\` runs the service.\n`;
}

main(process.argv.slice(2)).then(
  (code) => (process.exitCode = code),
  (error) => {
    process.stderr.write(`pipewright: ${error.message}\n`);
    process.exitCode = 1;
  },
);
