#!/usr/bin/env node
/**
 * `npx pipewright <command>`: what an operator does without the admin UI. A command is a file of dist/src/cli that
 * exports `run(args)`, which answers the exit code; the service's environment variables hold here too.
 */
const { existsSync } = require('node:fs');
const path = require('node:path');

const cli = path.join(__dirname, '..', 'dist', 'src', 'cli');
const commands = {
  'reset-password': {
    usage: 'reset-password <email>',
    about: 'makes a link to set a new password, without mail',
  },
  keys: {
    usage: 'keys rotate | keys forget <id>',
    about: 'seals all secrets with the first key of MASTER_KEYS; gives up those of a lost key',
  },
  backup: { usage: 'backup <file>', about: 'writes a logical export of all data, without keys' },
  restore: { usage: 'restore <file>', about: 'reads an export into an empty instance' },
};

async function main([name, ...args]) {
  if (!existsSync(path.join(cli, '..', 'main.js'))) {
    process.stderr.write('Pipewright is not built yet: run `npm run build` first.\n');
    return 1;
  }
  if (Object.hasOwn(commands, name ?? '') && existsSync(fileOf(name))) return require(fileOf(name)).run(args);
  const isAsked = name === undefined || name === 'help' || name === '--help';
  process[isAsked ? 'stdout' : 'stderr'].write(
    `${isAsked ? '' : `There is no command "${name}".\n`}${usage()}`,
  );
  return isAsked ? 0 : 2;
}

function usage() {
  const available = Object.keys(commands).filter((name) => existsSync(fileOf(name)));
  const lines = available.map(
    (name) => `  npx pipewright ${commands[name].usage.padEnd(32)} ${commands[name].about}\n`,
  );
  return `Commands:\n${lines.join('')}\n\`npm start\` runs the service.\n`;
}

function fileOf(name) {
  return path.join(cli, `${name}.js`);
}

main(process.argv.slice(2)).then(
  (code) => (process.exitCode = code),
  (error) => {
    process.stderr.write(`pipewright: ${error.message}\n`);
    process.exitCode = 1;
  },
);
