// Events of this feature. `details` of a finished run: `{pipeId, status, trigger, counts, error}`.
export const RUN_STARTED = 'run.started';
export const RUN_FINISHED = 'run.finished';
export const RUN_CANCEL_REQUESTED = 'run.cancel_requested';
export const CURSOR_RESET = 'pipe.cursor_reset';
