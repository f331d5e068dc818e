// Written by `npm run migration:generate`: every migration, oldest first. Not edited by hand.
import { Initial1795823330778 } from './1795823330778-initial.js';

export const migrations = [Initial1795823330778];
