/**
 * Languages: every text of the UI goes through `t`, with the English text as its key. A language is a file beside
 * en.ts and an entry in `languages`; it is loaded when it is chosen.
 */
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { en } from './en.js';
import { formatNumber } from './format.js';

type Texts = Record<string, string>;

/** Loaders of the languages other than English, by code. */
const loaders: Record<string, () => Promise<Texts>> = {};
/** What can be chosen, each named in itself. */
export const languages = [{ value: 'en', label: 'English' }];

const STORED_AS = 'pipewright-language';

export async function setLanguage(code: string): Promise<void> {
  const load = loaders[code];
  if (load && !i18next.hasResourceBundle(code, 'translation'))
    i18next.addResourceBundle(code, 'translation', await load());
  await i18next.changeLanguage(code);
  document.documentElement.lang = code;
  try {
    localStorage.setItem(STORED_AS, code);
  } catch {
    // A browser that keeps nothing starts in English.
  }
}

function storedLanguage(): string {
  try {
    return localStorage.getItem(STORED_AS) ?? 'en';
  } catch {
    return 'en';
  }
}

export async function startI18n(): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: 'en',
    fallbackLng: 'en',
    resources: { en: { translation: en } },
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  // numbers inside of texts as all others: in the reader's own locale, whatever the language of the texts
  i18next.services.formatter?.add('number', (value: number) => formatNumber(value));
  const stored = storedLanguage();
  if (stored in loaders) await setLanguage(stored);
}
