/** Kinds of things, as the activity log and "what uses this" name them. */
export const resourceWords: Record<string, string> = {
  project: 'Project',
  system: 'System',
  credential: 'Credential',
  api: 'API',
  flow: 'Flow',
  pipe: 'Pipe',
  mapping: 'Mapping',
  trigger: 'Trigger',
  run: 'Run',
  settings: 'Settings',
};
