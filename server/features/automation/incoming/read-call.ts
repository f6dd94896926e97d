import {
  MAPPED,
  MAX_CALL_LINK,
  MAX_CALL_TEXT,
  MAX_CALL_TITLE,
  type Mapped,
  type Mapping,
  stepsOf,
  USUAL_NAMES,
} from '#contract/automation/incoming.ts';
import { Tags } from '#contract/content/items.ts';
import { AppError, invalid } from '../../../errors.ts';
import { cut, manyLines, oneLine, parseForeign, storable } from '../../../http/outgoing/foreign.ts';
import { normalizeTexts } from '../../../lib/normalize-texts.ts';

/** What a program or a form has sent, as the fields of a draft. Pure. */

export type Call = { title: string; text: string; link: string | null; tags: string[] };

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json$/;
const FORM_TYPE = 'application/x-www-form-urlencoded';

/** @throws AppError 400 where it is not what its type says; 415 for another type, or charset */
export function parseCall(type: string | undefined, bytes: Buffer): object {
  const [kind = '', ...parameters] = (type ?? '').toLowerCase().split(';');
  const text = textOf(bytes, parameters);
  if (kind.trim() === FORM_TYPE) return formOf(text);
  if (!JSON_TYPE.test(kind.trim()))
    throw new AppError(
      'unsupported_media_type',
      415,
      `Send it as application/json or ${FORM_TYPE}.`,
    );
  let parsed: unknown;
  try {
    parsed = parseForeign(text);
  } catch (error) {
    throw new AppError(
      'invalid',
      400,
      `The body is not valid JSON: ${cut((error as Error).message, 200)}`,
    );
  }
  if (typeof parsed === 'object' && parsed !== null) return normalizeTexts(parsed) as object;
  throw new AppError('invalid', 400, 'The body must be a JSON object.');
}

/** Without a byte order mark. */
function textOf(bytes: Buffer, parameters: readonly string[]): string {
  const [, charset = 'utf-8'] =
    parameters.map((text) => /^\s*charset="?([\w:.-]{1,40})/.exec(text)).find(Boolean) ?? [];
  if (!['utf-8', 'utf8', 'us-ascii'].includes(charset))
    throw new AppError('unsupported_media_type', 415, `Send it in UTF-8, not in ${charset}.`);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new AppError('invalid', 400, 'The body is not valid UTF-8.');
  }
}

/** A name that is there several times has a list. */
function formOf(text: string): object {
  const fields = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(text)) {
    const values = fields.get(name);
    if (values) values.push(storable(value));
    else fields.set(name, [storable(value)]);
  }
  const entries = [...fields].map(([name, values]) => [
    name,
    values.length > 1 ? values : values[0],
  ]);
  return normalizeTexts(Object.fromEntries(entries)) as object;
}

const ownOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;

/** A field may have the whole path as its name, as fields of forms do. */
const valueAt = (body: object, path: string): unknown =>
  ownOf(body, path) ?? stepsOf(path).reduce<unknown>(ownOf, body);

const wordOf = (value: unknown): string =>
  typeof value === 'string'
    ? value.trim()
    : typeof value === 'number' || typeof value === 'boolean'
      ? String(value)
      : '';

const isThere = (value: unknown) => wordOf(value) !== '' || Array.isArray(value);

function find(body: object, mapping: Mapping, field: Mapped): unknown {
  const path = mapping[field];
  if (path !== null) return valueAt(body, path);
  return USUAL_NAMES[field].map((name) => ownOf(body, name)).find(isThere);
}

/** A list, or words with commas between them; '#' is no part of a tag. */
function tagsOf(value: unknown): string[] {
  const words = Array.isArray(value) ? value.map(wordOf) : wordOf(value).split(',');
  const tags = words.map((word) => oneLine(word.trim().replace(/^#+/, ''), 200)).filter(Boolean);
  const parsed = Tags.safeParse(tags);
  if (!parsed.success)
    throw invalid({ tags: parsed.error.issues.slice(0, 3).map(({ message }) => message) });
  return parsed.data;
}

/** A link is kept as it is written, and never followed. */
function linkOf(value: unknown): string | null {
  const link = wordOf(value);
  if (link === '') return null;
  if (link.length > MAX_CALL_LINK)
    throw invalid({ link: [`A link has at most ${MAX_CALL_LINK} characters.`] });
  if (/\s/.test(link) || !/^https?:\/\//i.test(link) || !URL.canParse(link))
    throw invalid({ link: ['Expected an address that begins with https:// or http://.'] });
  return link;
}

/** Where each field was looked for, for a sender that has to find out why it was not there. */
const placesOf = (mapping: Mapping, fields: readonly Mapped[]) =>
  fields.map((field) => mapping[field] ?? USUAL_NAMES[field].join(', ')).join('; ');

/** @throws AppError 400 where nothing is there, or a field is no such thing */
export function mapCall(body: object, mapping: Mapping): Call {
  const [title, text, tags, link] = MAPPED.map((field) => find(body, mapping, field));
  const long = wordOf(text);
  if (long.length > MAX_CALL_TEXT)
    throw invalid({ text: [`A text has at most ${MAX_CALL_TEXT} characters.`] });
  const call = {
    title: oneLine(wordOf(title), MAX_CALL_TITLE),
    text: manyLines(long, MAX_CALL_TEXT).trim(),
    link: linkOf(link),
    tags: tagsOf(tags),
  };
  if (call.title === '' && call.text === '' && call.link === null)
    throw invalid({
      text: [
        `There is no title, text or link. They are looked for at: ${placesOf(mapping, ['title', 'text', 'link'])}.`,
      ],
    });
  return call;
}

/** The text of a draft, which has the link of the call. */
export function draftTextOf({ title, text, link }: Omit<Call, 'tags'>): string {
  const content = text || title;
  return [content, link !== null && !content.includes(link) ? link : '']
    .filter(Boolean)
    .join('\n\n');
}
