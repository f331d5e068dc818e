/**
 * English. The key of a text is the English text itself, so only forms that differ by number stand here;
 * another language is a file like this one that names every key.
 */
export const en: Record<string, string> = {};
