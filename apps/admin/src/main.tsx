/** Start of the admin UI. */
import '@fontsource-variable/inter/index.css';
import '@fontsource/jetbrains-mono/400.css';
import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './theme/tokens.css';
import { setNonce } from 'get-nonce';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.js';
import { watchForUpgrade } from './app/outdated.js';
import { claimTabId, noteLeaving } from './editors/tab-id.js';
import { dropOldCopies } from './editors/use-draft-copy.js';
import { startI18n } from './i18n/i18n.js';
import { cspNonce } from './kit/nonce.js';
import { tellCutTexts } from './kit/whole-text.js';

if (cspNonce) setNonce(cspNonce);
watchForUpgrade();
tellCutTexts();

const root = document.getElementById('root');
void Promise.all([startI18n(), claimTabId()]).then(() => {
  noteLeaving();
  dropOldCopies();
  if (root) createRoot(root).render(<App />);
});
