import type { Options } from './arguments.ts';
import type { Command } from './command.ts';
import { usage } from './failure.ts';

/** The help, of which docs/commands.md has the same. */

const INDENT = 2;

const aligned = (rows: readonly (readonly [string, string])[]) => {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `${' '.repeat(INDENT)}${left.padEnd(width)}  ${right}`);
};

export const usageOf = ({ name, takes, options }: Command) =>
  ['postfolio', name, takes, Object.keys(options).length ? '[options]' : undefined]
    .filter(Boolean)
    .join(' ');

export const optionsOf = (options: Options) =>
  Object.entries(options).map(
    ([name, { value, short, about }]) =>
      [`${short ? `-${short}, ` : ''}--${name}${value ? ` ${value}` : ''}`, about] as const,
  );

/** The help of one command. */
export function helpOf(command: Command): string {
  const options = optionsOf(command.options);
  return [
    `Usage: ${usageOf(command)}`,
    '',
    `${command.summary}.`,
    ...(command.more ? ['', ...command.more] : []),
    ...(options.length ? ['', 'Options:', ...aligned(options)] : []),
  ].join('\n');
}

export type Group = { title: string; commands: readonly Command[] };

export function overview(groups: readonly Group[]): string {
  const all = groups.flatMap(({ commands }) => commands);
  const width = Math.max(...all.map(({ name }) => name.length));
  return [
    'Usage: postfolio COMMAND [options]',
    ...groups.flatMap(({ title, commands }) => [
      '',
      `${title}:`,
      ...aligned(commands.map(({ name, summary }) => [name.padEnd(width), summary] as const)),
    ]),
    '',
    "'postfolio help COMMAND' has the options of a command, 'postfolio --version' says the version.",
  ].join('\n');
}

/** Commands whose first word is the same; undefined where there are none. */
export function helpOfMany(commands: readonly Command[], first: string): string | undefined {
  const below = commands.filter(({ name }) => name.startsWith(`${first} `));
  if (!below.length) return undefined;
  return [
    `Usage: postfolio ${first} COMMAND [options]`,
    '',
    ...aligned(below.map(({ name, summary }) => [name, summary] as const)),
    '',
    `'postfolio help ${first} COMMAND' has the options of a command.`,
  ].join('\n');
}

const MAX_WORDS = 2;

/**
 * The command that words begin with, and the words that follow.
 * @throws Failure (usage) where there is none of that name
 */
export function findCommand(commands: readonly Command[], words: readonly string[]) {
  for (let count = MAX_WORDS; count > 0; count--) {
    const name = words.slice(0, count).join(' ');
    const command = commands.find((candidate) => candidate.name === name);
    if (command) return { command, rest: words.slice(count) };
  }
  const [first = ''] = words;
  const below = commands.filter(({ name }) => name.startsWith(`${first} `));
  if (first.startsWith('-'))
    throw usage(
      `Expected a command before '${first}': options follow on it. See 'postfolio help'.`,
    );
  throw usage(
    below.length
      ? `'${first}' expects one of ${below.map(({ name }) => name.slice(first.length + 1)).join(', ')}.`
      : `There is no command '${first}'. See 'postfolio help'.`,
  );
}
