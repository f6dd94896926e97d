import type { FastifyInstance } from 'fastify';
import type { FieldErrors } from '#contract/http/errors.ts';
import { AppError, invalid } from '../../errors.ts';

/**
 * Only a text with one of these escapes can contain what PostgreSQL or UTF-8 cannot represent: NUL,
 * or a lone surrogate.
 */
const SUSPICIOUS = /\\u(0000|d[89a-f])/i;

/** Limits that no endpoint comes close to. */
const MAX_DEPTH = 64;
const MAX_VALUES = 20_000;

/**
 * Parses JSON bodies. Invalid JSON, NUL characters and lone surrogates are a 400 that says where;
 * `__proto__` and `constructor` keys are dropped like unknown keys. A body that is nested too deep
 * or has too many values is a 400 before it is parsed: the cost of parsing grows with them.
 */
export function readJsonBodies(app: FastifyInstance) {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser('remove', 'remove');
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    (request, text: string, done) => {
      if (text.trim() === '') return done(null, undefined);
      const tooMuch = measure(text);
      if (tooMuch) return done(new AppError('invalid', 400, tooMuch), undefined);
      parse(request, text, (error, body) => {
        if (error) {
          return done(
            new AppError('invalid', 400, `The body is not valid JSON: ${explain(text)}`),
            undefined,
          );
        }
        const fields = SUSPICIOUS.test(text) && findUnstorable(body);
        if (fields) return done(invalid(fields), undefined);
        done(null, body);
      });
    },
  );
}

const [QUOTE, BACKSLASH, COMMA] = [34, 92, 44];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [91, 93, 123, 125];

/** Which limit a JSON text exceeds, by its structural characters; undefined where none. */
export function measure(text: string, maxValues = MAX_VALUES): string | undefined {
  let [values, depth] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    if (sign === QUOTE) {
      for (at++; at < text.length && text.charCodeAt(at) !== QUOTE; at++)
        if (text.charCodeAt(at) === BACKSLASH) at++;
    } else if (sign === OPEN_LIST || sign === OPEN_OBJECT) {
      values++;
      if (++depth > MAX_DEPTH) return `The body is nested more than ${MAX_DEPTH} levels deep.`;
    } else if (sign === CLOSE_LIST || sign === CLOSE_OBJECT) depth--;
    else if (sign === COMMA) values++;
    if (values > maxValues) return `The body holds more than ${maxValues} values.`;
  }
  return undefined;
}

/** The message of the parser itself, which Fastify hides. */
function explain(text: string) {
  try {
    JSON.parse(text);
  } catch (error) {
    return (error as Error).message;
  }
  return 'it cannot be read.';
}

/** The first field with a text that cannot be stored, and the reason. */
function findUnstorable(body: unknown): FieldErrors | undefined {
  const stack = [{ value: body, field: 'non_field_errors' }];
  for (let visit = stack.pop(); visit; visit = stack.pop()) {
    const { value, field } = visit;
    const message = typeof value === 'string' && unstorable(value);
    if (message) return { [field]: [message] };
    if (typeof value !== 'object' || value === null) continue;
    for (const [key, one] of Object.entries(value)) {
      const own = value === body && !Array.isArray(body) ? key : field;
      const wrongKey = unstorable(key);
      if (wrongKey) return { [own]: [wrongKey] };
      stack.push({ value: one, field: own });
    }
  }
  return undefined;
}

/** Why a text cannot be stored. */
function unstorable(text: string) {
  if (text.includes('\0')) return 'Text cannot contain the NUL character.';
  if (!text.isWellFormed()) return 'Text cannot contain half of a surrogate pair.';
  return undefined;
}

/** A query or path cannot contain NUL either, or malformed percent-encoding. */
export function checkUrl(url: string) {
  if (!url.includes('%')) return;
  try {
    if (decodeURIComponent(url.replaceAll('+', ' ')).includes('\0')) {
      throw holdsNul();
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('invalid', 400, 'The URL contains malformed percent-encoding.');
  }
}

/** The same for a query in which one field accepts any text. */
export function checkQuery(query: unknown, anyText: string) {
  for (const [name, value] of Object.entries(query ?? {})) {
    if (name !== anyText && String(value).includes('\0')) throw holdsNul();
  }
}

const holdsNul = () => new AppError('invalid', 400, 'The URL cannot contain the NUL character.');
