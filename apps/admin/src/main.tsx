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
import { noteLeaving } from './editors/tab-id.js';
import { dropOldCopies } from './editors/use-draft-copy.js';
import { startI18n } from './i18n/i18n.js';
import { cspNonce } from './kit/nonce.js';
import { tellCutTexts } from './kit/whole-text.js';

if (cspNonce) setNonce(cspNonce);
watchForUpgrade();
noteLeaving();
dropOldCopies();
tellCutTexts();

const root = document.getElementById('root');
void startI18n().then(() => {
  if (root) createRoot(root).render(<App />);
});
