/**
 * The TypeScript client of Pipewright: one function for each route, generated from openapi.json, and the little
 * around it. `unwrap(projectsCreate({ client, body: { project_name: 'Shop to ERP' } }))` answers `{ project_id }`.
 */
export * from './generated/index.js';
export {
  createPipewrightClient,
  type PipewrightClient,
  type PipewrightClientOptions,
} from './pipewright-client.js';
export { PipewrightError, unwrap, type FieldError } from './unwrap.js';
