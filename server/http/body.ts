import type { FastifyInstance } from 'fastify';
import type { FieldErrors } from '#contract/errors.ts';
import { AppError, invalid } from '../errors.ts';

/** Only a text with one of these escapes can hold what PostgreSQL or UTF-8 cannot: NUL, or half a surrogate pair. */
const SUSPICIOUS = /\\u(0000|d[89a-f])/i;

/**
 * Reads JSON bodies. Broken JSON, NUL characters and halves of characters are a 400 that says where; `__proto__` and
 * `constructor` keys are dropped, as unknown keys are.
 */
export function readJsonBodies(app: FastifyInstance) {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser('remove', 'remove');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text: string, done) => {
    if (text.trim() === '') return done(null, undefined);
    parse(request, text, (error, body) => {
      if (error) {
        return done(new AppError('invalid', 400, `The body is not valid JSON: ${explain(text)}`), undefined);
      }
      if (SUSPICIOUS.test(text)) {
        const fields = unstorable(body);
        if (Object.keys(fields).length) return done(invalid(fields), undefined);
      }
      done(null, body);
    });
  });
}

/** What the parser itself says: Fastify hides it behind a sentence of its own. */
function explain(text: string) {
  try {
    JSON.parse(text);
  } catch (error) {
    return (error as Error).message;
  }
  return 'it cannot be read.';
}

function unstorable(body: unknown): FieldErrors {
  const fields: FieldErrors = {};
  const entries =
    typeof body === 'object' && body !== null ? Object.entries(body) : [['non_field_errors', body] as const];
  for (const [name, value] of entries) {
    const texts = textsIn(value);
    if (texts.some((text) => text.includes('\0'))) fields[name] = ['A text cannot hold the NUL character.'];
    else if (!texts.every((text) => text.isWellFormed()))
      fields[name] = ['A text cannot hold half of a surrogate pair.'];
  }
  return fields;
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return [...Object.keys(value), ...Object.values(value).flatMap(textsIn)];
}

/** A query or path cannot hold NUL either, nor a percent sign that begins no character. */
export function checkUrl(url: string) {
  if (!url.includes('%')) return;
  try {
    if (decodeURIComponent(url.replaceAll('+', ' ')).includes('\0')) {
      throw holdsNul();
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('invalid', 400, 'The address holds a percent sign that does not begin a character of UTF-8.');
  }
}

/** The same of a query in which one field may be any text. */
export function checkQuery(query: unknown, anyText: string) {
  for (const [name, value] of Object.entries(query ?? {})) {
    if (name !== anyText && String(value).includes('\0')) throw holdsNul();
  }
}

const holdsNul = () => new AppError('invalid', 400, 'The address cannot hold the NUL character.');
