// Written by `npm run migration:generate`: every migration, oldest first. Not edited by hand.
import { Initial1795822813141 } from './1795822813141-initial.js';

export const migrations = [Initial1795822813141];
