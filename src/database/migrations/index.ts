// Written by `npm run migration:generate`: every migration, oldest first. Not edited by hand.
import { Initial1795820627037 } from './1795820627037-initial.js';

export const migrations = [Initial1795820627037];
