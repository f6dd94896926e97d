import { IMPORT_COLUMNS, type ImportColumn } from '#contract/publishing/calendar.ts';

/** Which column of an import a heading names (docs/domain/calendar.md, 'Import and export'). */

/** The headings of spreadsheets and of the exports of other programs, beside our own; the last of each are of other languages. */
const SYNONYMS: Record<ImportColumn, string> = {
  text: 'text, content, contents, message, post, post text, post content, caption, copy, body, tweet, nachricht, beitrag, texte, texto, testo, mensaje, mensagem, messaggio',
  date: 'date, day, post date, posting date, publish date, publishing date, publication date, scheduled date, schedule date, datum, fecha, data',
  time: 'time, hour, post time, posting time, publish time, publishing time, scheduled time, schedule time, date time, datetime, date and time, date & time, scheduled at, publish at, schedule, scheduled, zeit, uhrzeit, zeitpunkt, heure, hora, ora, tijd',
  zone: 'zone, time zone, timezone, tz',
  channels:
    'channels, channel, accounts, account, profiles, profile, social accounts, social profiles, networks, network, social networks, social network, platforms, platform, konto, konten, kanal, kanäle, compte, comptes, cuenta, cuentas, conta, contas',
  folder:
    'folder, folders, folder path, category, board, ordner, dossier, carpeta, cartella, pasta',
  tags: 'tags, tag, labels, label, keywords, schlagwörter, étiquettes, etiquetas, etichette',
};
const NAMED = new Map(
  IMPORT_COLUMNS.flatMap((column) =>
    SYNONYMS[column].split(', ').map((synonym) => [synonym, column] as const),
  ),
);

const normalized = (heading: string) =>
  heading
    .slice(0, 100)
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s_*:-]+/g, ' ')
    .replaceAll(/ ?\((?:s|optional|required)\)/g, '')
    .trim();

/** What each column becomes; null where its heading says nothing, or another says the same better. */
export function columnsOf(headings: readonly string[]): (ImportColumn | null)[] {
  const names = headings.map(normalized);
  const found = names.map((name) => NAMED.get(name) ?? null);
  return found.map((column, at) => {
    if (column === null) return null;
    const exact = names.indexOf(column);
    return at === (exact >= 0 ? exact : found.indexOf(column)) ? column : null;
  });
}
