// Written by `npm run migration:generate`: every migration, oldest first. Not edited by hand.
import { Initial1795821868026 } from './1795821868026-initial.js';
import { CallTimes1795822325036 } from './1795822325036-call-times.js';

export const migrations = [Initial1795821868026, CallTimes1795822325036];
