import { type PatternFile, PatternFile as Schema } from '#contract/content/pattern-files.ts';
import { invalid } from '../../../errors.ts';

/** Reads the text of a file of templates and snippets. Pure. */

const MAX_ERRORS = 20;

/** The line of a place in a text, from 1. */
const lineAt = (text: string, place: number) => text.slice(0, place).split('\n').length;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    const { message } = error as SyntaxError;
    const [, place] = /at position (\d+)/.exec(message) ?? [];
    // What ends too early has no place: it is the end.
    const line = lineAt(text, place === undefined ? text.length : Number(place));
    throw invalid({ file: [`Line ${line} is no JSON. Expected the text of an exported file.`] });
  }
}

/** 'templates[2].variables[0].name'. */
const fieldOf = (path: readonly PropertyKey[]) =>
  path.reduce<string>(
    (field, key) =>
      typeof key === 'number'
        ? `${field}[${key}]`
        : field
          ? `${field}.${String(key)}`
          : String(key),
    '',
  );

/** @throws AppError 400, which names the line or the fields */
export function readPatternFile(text: string): PatternFile {
  const { data, error } = Schema.safeParse(parsed(text));
  if (data) return data;
  const all = error.issues.map(({ path, message }) =>
    path.length ? `${fieldOf(path)}: ${message}` : message,
  );
  const more = all.length - MAX_ERRORS;
  throw invalid({
    file: [...all.slice(0, MAX_ERRORS), ...(more > 0 ? [`And ${more} more.`] : [])],
  });
}

/** A name that is not taken: with a number, where it is. It is taken then. */
export function freeName(name: string, taken: Set<string>, max: number, between = [' (', ')']) {
  const [before = '', after = ''] = between;
  let free = name;
  for (let number = 2; taken.has(free.toLowerCase()); number++) {
    const end = `${before}${number}${after}`;
    free =
      name
        .slice(0, max - end.length)
        .toWellFormed()
        .trimEnd() + end;
  }
  taken.add(free.toLowerCase());
  return free;
}
