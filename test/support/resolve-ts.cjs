/**
 * Jest loads globalSetup with Node's own `require`, past its moduleNameMapper: this maps the `.js` of a relative
 * import in a TypeScript file to the `.ts` that stands there.
 */
const Module = require('node:module');

const resolve = Module._resolveFilename;
Module._resolveFilename = function (request, parent, ...rest) {
  if (/^\.{1,2}\/.*\.js$/.test(request) && parent?.filename?.endsWith('.ts')) {
    try {
      return resolve.call(this, `${request.slice(0, -3)}.ts`, parent, ...rest);
    } catch {
      // No TypeScript file of that name: the plain request decides.
    }
  }
  return resolve.call(this, request, parent, ...rest);
};
