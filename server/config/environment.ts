import { editDistance } from '#contract/content/edit-distance.ts';
import { codeOf } from '#contract/http/names.ts';
import type { Setting } from './settings.ts';

/**
 * Environment variables as people type them: with blanks, quotes, or the CR of a Windows editor
 * around the value, `True` for true, and a wrong character in the middle.
 */

const QUOTES = /^(?:"([\s\S]*)"|'([\s\S]*)'|“([\s\S]*)”|‘([\s\S]*)’)$/;

/** The value without the blanks and quotes around it; undefined where nothing is left. */
export function asTyped(raw: string | undefined): string | undefined {
  const trimmed = raw?.trim() ?? '';
  const quoted = QUOTES.exec(trimmed)
    ?.slice(1)
    .find((text) => text !== undefined);
  return (quoted ?? trimmed).trim() || undefined;
}

/**
 * Reads one setting.
 * @returns its value, or the line that says why it cannot be used: without the value of a secret
 */
export function readSetting(
  name: string,
  { schema, expects, isSecret, isUrl }: Setting,
  raw: string | undefined,
): { value: unknown } | { problem: string } {
  const typed = asTyped(raw);
  const why = typed && (strayCharacter(typed) ?? (isUrl && reservedCharacter(typed)));
  const result = schema.safeParse(typed);
  if (result.success && !why) return { value: result.data };
  const given = isSecret || typed === undefined ? '' : ` is '${printable(typed)}', which`;
  return {
    problem: `${name}${given} cannot be used: ${why ? `${why}; ` : ''}it expects ${expects}.`,
  };
}

/** Characters that no value contains, and that an editor does not show. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
const ALL_INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
const NAMES: Record<string, string> = {
  '\r': 'a carriage return (CR)',
  '\n': 'a line break',
  '\t': 'a tab',
  ' ': 'a blank',
};
const nameOf = (character: string) =>
  NAMES[character] ??
  (INVISIBLE.test(character) ? `the invisible ${codeOf(character)}` : `'${character}'`);

const printable = (text: string) =>
  text.replaceAll(ALL_INVISIBLE, (character) => `<${codeOf(character)}>`);

function strayCharacter(text: string): string | undefined {
  const [found] = INVISIBLE.exec(text) ?? [];
  return found && `it contains ${nameOf(found)}`;
}

/**
 * What has to be written in another way in an address. A password with a `/` or a `#` would be read
 * as the host, which error messages print.
 */
function reservedCharacter(url: string): string | undefined {
  const rest = /^[a-z][a-z\d+.-]*:\/\/([\s\S]*)$/i.exec(url)?.[1];
  if (rest === undefined) return undefined;
  const at = rest.lastIndexOf('@');
  // What is before the last '@' is the user and the password, unless it is in the query.
  const query = /^[^/?#]*\/[^/?#@]*\?/.exec(rest)?.[0].length ?? rest.length;
  const credentials = at < query ? rest.slice(0, Math.max(at, 0)) : '';
  const [reserved] = (/^http/i.test(url) ? /[\s/?#\\]/ : /[\s/?#]/).exec(credentials) ?? [];
  if (reserved) return encode(reserved);
  const [stray] = /[\s#]/.exec(rest) ?? [];
  if (stray) return at < 0 ? `it contains ${nameOf(stray)}` : encode(stray);
  // The mail client takes a '%' as it is.
  if (!/^smtp/i.test(url) && !isDecodable(rest)) return at < 0 ? "it contains a '%'" : encode('%');
  // An address of a socket has a user and no host.
  if (at >= 0 && !URL.canParse(url.replace('@/', '@host/')))
    return 'signs such as / # ? % in the user or the password are percent-encoded';
  return undefined;
}

const encode = (character: string) =>
  `${nameOf(character)} in the user or the password is written %${character.charCodeAt(0).toString(16).toUpperCase()}`;

function isDecodable(text: string) {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** Variables of other programs whose names are near to one of ours. */
const OTHERS = new Set(['HOSTNAME', 'DATABASE_URL_FILE', 'POSTGRES_PASSWORD']);

/**
 * Variables that are no settings, but nearly have the name of one: `PUBLICURL`, `MEDIA_MAX`.
 * @returns each with the nearest setting
 */
export function misspelt(
  environment: Record<string, string | undefined>,
  names: readonly string[],
): { name: string; nearest: string }[] {
  const known = new Set(names);
  return Object.keys(environment).flatMap((name) => {
    if (known.has(name) || OTHERS.has(name) || name.length > 40) return [];
    const [nearest] = names
      .map((candidate) => ({ candidate, distance: distanceBetween(name, candidate) }))
      .filter(({ distance }) => distance !== undefined)
      .sort((a, b) => Number(a.distance) - Number(b.distance));
    return nearest ? [{ name, nearest: nearest.candidate }] : [];
  });
}

const bare = (name: string) => name.toUpperCase().replaceAll(/[_.-]/g, '');

/** How far a name is from that of a setting; undefined where it is another name. */
function distanceBetween(name: string, candidate: string): number | undefined {
  const [given, wanted] = [bare(name), bare(candidate)];
  if (Math.abs(given.length - wanted.length) > 6) return undefined;
  const distance = editDistance(given, wanted);
  const [short, long] = given.length < wanted.length ? [given, wanted] : [wanted, given];
  const isCut = short.length >= 7 && long.startsWith(short);
  // `META_GRAPH_API`: all words but the last are the same.
  const words = candidate.split('_').slice(0, -1);
  const isOfGroup = words.length > 1 && name.toUpperCase().startsWith(`${words.join('_')}_`);
  const allowed = wanted.length < 5 ? 0 : wanted.length < 8 ? 1 : 2;
  return distance <= allowed || isCut || isOfGroup ? distance : undefined;
}
