// Written by `npm run migration:generate`: every migration, oldest first. Not edited by hand.
import { Initial1795823330778 } from './1795823330778-initial.js';
import { Triggers1795824639734 } from './1795824639734-triggers.js';
import { RunPages1795831356630 } from './1795831356630-run-pages.js';
import { AlertsAndLimits1795832047170 } from './1795832047170-alerts-and-limits.js';
import { CredentialUnknownFailures1795835152062 } from './1795835152062-credential-unknown-failures.js';
import { SlotRunOptional1795837391069 } from './1795837391069-slot-run-optional.js';
import { RunResponseJson1795837674000 } from './1795837674000-run-response-json.js';
import { RunWaitingTime1795842268218 } from './1795842268218-run-waiting-time.js';
import { KeptRecords1795847900000 } from './1795847900000-kept-records.js';
import { PageWaves1795869184798 } from './1795869184798-page-waves.js';
import { SettledRowsAndRetries1795882939025 } from './1795882939025-settled-rows-and-retries.js';
import { LedgerWithoutLookUp1795900000000 } from './1795900000000-ledger-without-look-up.js';
import { PackedPages1795929497542 } from './1795929497542-packed-pages.js';

export const migrations = [
  Initial1795823330778,
  Triggers1795824639734,
  RunPages1795831356630,
  AlertsAndLimits1795832047170,
  CredentialUnknownFailures1795835152062,
  SlotRunOptional1795837391069,
  RunResponseJson1795837674000,
  RunWaitingTime1795842268218,
  KeptRecords1795847900000,
  PageWaves1795869184798,
  SettledRowsAndRetries1795882939025,
  LedgerWithoutLookUp1795900000000,
  PackedPages1795929497542,
];
