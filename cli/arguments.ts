import { type ParseArgsConfig, parseArgs } from 'node:util';
import { usage } from './failure.ts';

/** What commands are given at the command line. */

type Option = {
  /** The name of its value in the help; without it, it is a switch. */
  value?: string;
  short?: string;
  /** Whether it may be given several times. */
  multiple?: true;
  /** Whether an empty value says something. Else it is that of a variable that is not set. */
  mayBeEmpty?: true;
  about: string;
};
export type Options = Readonly<Record<string, Option>>;

export type Given = {
  /** What is no option, in order. */
  words: readonly string[];
  text: (name: string) => string | undefined;
  all: (name: string) => readonly string[];
  has: (name: string) => boolean;
};

/** @throws Failure (usage) for an option that the command does not have */
export function parse(words: readonly string[], options: Options): Given {
  const config: NonNullable<ParseArgsConfig['options']> = Object.fromEntries(
    Object.entries(options).map(([name, { value, short, multiple }]) => [
      name,
      {
        type: value ? ('string' as const) : ('boolean' as const),
        ...(short && { short }),
        ...(multiple && { multiple }),
      },
    ]),
  );
  const { values, positionals } = parsed(words, config);
  const all = (name: string) =>
    [values[name] ?? []].flat().filter((value) => typeof value === 'string');
  for (const [name, { mayBeEmpty }] of Object.entries(options))
    if (!mayBeEmpty && all(name).some((value) => value.trim() === ''))
      throw usage(`--${name} is empty: give it a value, or leave it out.`);
  return {
    ...{ words: positionals, all },
    text: (name) => (typeof values[name] === 'string' ? values[name] : undefined),
    has: (name) => values[name] === true,
  };
}

function parsed(words: readonly string[], options: NonNullable<ParseArgsConfig['options']>) {
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true });
  } catch (error) {
    // Its first sentence names the option; those that follow are about programs that call it.
    const [said = ''] = (error as Error).message.split(/\.\s/);
    const isDash = (error as { code?: string }).code === 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE';
    const hint =
      isDash && / ambiguous/.test(said)
        ? ' Write a value that begins with a dash behind an =.'
        : '';
    throw usage(`${said.replace(/\.$/, '')}.${hint}`);
  }
}

/** An id. @param what what it is of, in the message */
export function idOf(word: string | undefined, what: string): string {
  if (word !== undefined && /^[1-9]\d{0,15}$/.test(word)) return word;
  throw usage(
    word === undefined
      ? `Expected the id of ${what}.`
      : `'${word}' is not the id of ${what}: expected a positive whole number.`,
  );
}

/** A whole number within bounds; undefined where it is not given. */
export function numberOf(given: Given, name: string, least: number, most: number) {
  const text = given.text(name);
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most) return Number(text);
  throw usage(`--${name} is '${text}': expected a whole number from ${least} to ${most}.`);
}

/** A value of a list; undefined where it is not given. */
export function oneOf<const Value extends string>(
  given: Given,
  name: string,
  values: readonly Value[],
): Value | undefined {
  const text = given.text(name);
  return text === undefined ? undefined : among(name, text, values);
}

/** One of several values of an option. @throws Failure (usage) for another one */
export function among<const Value extends string>(
  name: string,
  text: string,
  values: readonly Value[],
): Value {
  const found = values.find((value) => value === text);
  if (found) return found;
  throw usage(`--${name} is '${text}': expected one of ${values.join(', ')}.`);
}

/** @throws Failure (usage) where there are more words than the command takes */
export function atMost(given: Given, count: number) {
  if (given.words.length > count)
    throw usage(`'${given.words[count]}' was not expected. Quote a text that has blanks.`);
}
