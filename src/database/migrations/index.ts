// Written by `npm run migration:generate`: every migration, oldest first. Not edited by hand.
import { Initial1795821868026 } from './1795821868026-initial.js';

export const migrations = [Initial1795821868026];
