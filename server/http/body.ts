import type { FastifyInstance } from 'fastify';
import type { FieldErrors } from '#contract/errors.ts';
import { AppError, invalid } from '../errors.ts';

/** Only a text with one of these escapes can hold what PostgreSQL or UTF-8 cannot: NUL, or half a surrogate pair. */
const SUSPICIOUS = /\\u(0000|d[89a-f])/i;

/** No endpoint takes anything as deep as this, or as many values: a body with more costs time before it is refused. */
const MAX_DEPTH = 64;
const MAX_VALUES = 20_000;

/**
 * Reads JSON bodies. Broken JSON, NUL characters and lone surrogates are a 400 that says where; `__proto__` and
 * `constructor` keys are dropped, as unknown keys are. A body that is nested too deep or holds too many values is a 400
 * before any schema looks at it.
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
      const refusal = inspect(body, SUSPICIOUS.test(text));
      if (refusal) return done(refusal, undefined);
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

type Visit = { value: unknown; depth: number; field: string };

/** Walks every value once, without recursion or copies, until the first one that has to be refused. */
function inspect(body: unknown, suspicious: boolean): AppError | undefined {
  let values = 0;
  const stack: Visit[] = [{ value: body, depth: 0, field: 'non_field_errors' }];
  for (let visit = stack.pop(); visit; visit = stack.pop()) {
    const { value, depth, field } = visit;
    if (typeof value === 'string') {
      const message = suspicious && unstorable(value);
      if (message) return invalid({ [field]: [message] });
    }
    if (typeof value !== 'object' || value === null) continue;
    if (depth >= MAX_DEPTH)
      return new AppError('invalid', 400, `The body is nested more than ${MAX_DEPTH} levels deep.`);
    const isList = Array.isArray(value);
    const keys = isList ? value.keys() : Object.keys(value);
    for (const key of keys) {
      if (++values > MAX_VALUES) return new AppError('invalid', 400, `The body holds more than ${MAX_VALUES} values.`);
      const own = depth === 0 && !isList ? String(key) : field;
      const message = suspicious && typeof key === 'string' && unstorable(key);
      if (message) return invalid({ [own]: [message] } satisfies FieldErrors);
      stack.push({ value: value[key as keyof typeof value], depth: depth + 1, field: own });
    }
  }
  return undefined;
}

/** What is wrong with a text that cannot be stored. */
function unstorable(text: string) {
  if (text.includes('\0')) return 'A text cannot hold the NUL character.';
  if (!text.isWellFormed()) return 'A text cannot hold half of a surrogate pair.';
  return undefined;
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
