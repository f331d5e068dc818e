/** Runs the compiled service with its output in the file given as argument; ends when the parent is gone. */
import { createWriteStream } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { inRoot } from './paths.mjs';

const file = createWriteStream(process.argv[2], { flags: 'a' });
for (const stream of [process.stdout, process.stderr]) stream.write = (...args) => file.write(...args);
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
await import(pathToFileURL(inRoot('dist', 'src', 'main.js')).href);
