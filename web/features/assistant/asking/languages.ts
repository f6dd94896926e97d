const COMMON = [
  'en',
  'es',
  'fr',
  'de',
  'pt',
  'it',
  'nl',
  'pl',
  'tr',
  'ar',
  'hi',
  'ja',
  'ko',
  'zh-Hans',
];
const MAX_LANGUAGES = 10;

/** The languages that a text can be translated to: those of the reader first. */
export const LANGUAGES: readonly string[] = [
  ...new Set([
    ...navigator.languages.map((language) => language.split('-')[0] as string),
    ...COMMON,
  ]),
].slice(0, MAX_LANGUAGES);
