/**
 * Lets Node's own `require` load the TypeScript of this repository: the `.js` of a relative import becomes the `.ts`
 * that stands there, `#oauth` and its like the source of the library instead of its compiled form. Jest needs it for
 * globalSetup, which it loads past its moduleNameMapper.
 */
const Module = require('node:module');
const path = require('node:path');

const root = path.join(__dirname, '..', '..');
const resolve = Module._resolveFilename;
Module._resolveFilename = function (request, parent, ...rest) {
  const source = parent?.filename?.endsWith('.ts') ? sourceOf(request) : null;
  if (source) {
    try {
      return resolve.call(this, source, parent, ...rest);
    } catch {
      // No TypeScript file of that name: the plain request decides.
    }
  }
  return resolve.call(this, request, parent, ...rest);
};

function sourceOf(request) {
  const library = /^#([a-z]+)$/.exec(request)?.[1];
  if (library) return path.join(root, 'libs', library, 'src', 'index.ts');
  return /^\.{1,2}\/.*\.js$/.test(request) ? `${request.slice(0, -3)}.ts` : null;
}
