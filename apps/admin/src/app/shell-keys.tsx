/** Keys of every page: Ctrl S saves its form, `?` lists the keys. An editor has its own of both. */
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { KeysDialog } from '../editors/keys-dialog.js';
import { isTyping } from '../editors/use-keys.js';

/** The form that is being typed in, else that of the open dialog, else the page's own. */
function formAtHand(): HTMLFormElement | null {
  const typedIn = document.activeElement?.closest('form');
  if (typedIn) return typedIn;
  const dialog = document.querySelector('[role="dialog"]');
  return dialog ? dialog.querySelector('form') : document.querySelector<HTMLFormElement>('main form[id]');
}

/** By its button: one that is disabled, at work or not there (a step of a wizard) saves nothing. */
function save(form: HTMLFormElement): void {
  const button =
    form.querySelector<HTMLElement>('[type="submit"]') ??
    (form.id ? document.querySelector<HTMLElement>(`[type="submit"][form="${form.id}"]`) : null);
  button?.click();
}

export default function ShellKeys() {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.altKey || event.defaultPrevented) return;
      const key = event.key.toLowerCase();
      if ((event.ctrlKey || event.metaKey) && key === 's') {
        const form = formAtHand();
        if (!form) return;
        event.preventDefault();
        if (!event.repeat) save(form);
      } else if (key === '?' && !isTyping(event.target)) {
        // an editor that shows its own list has said so by then
        setTimeout(() => {
          if (event.defaultPrevented) return;
          setOpened(true);
        });
      }
    };
    window.addEventListener('keydown', onKey);
    return () => {
      window.removeEventListener('keydown', onKey);
    };
  }, []);
  return (
    <KeysDialog
      opened={opened}
      onClose={() => setOpened(false)}
      keys={[
        { keys: ['Ctrl', 'K'], does: t('Find a page, an object or an action') },
        { keys: ['Ctrl', 'S'], does: t('Save the form') },
        { keys: ['Tab'], does: t('To the next field or button; the first one skips to the page') },
        { keys: ['Esc'], does: t('Close a dialog or a menu') },
        { keys: ['?'], does: t('Show the keys') },
      ]}
    />
  );
}
