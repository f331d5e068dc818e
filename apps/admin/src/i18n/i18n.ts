/** Languages: every text of the UI goes through `t`, with the English text as its key. */
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { en } from './en.js';

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
}
