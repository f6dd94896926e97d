import { MENTION } from '#contract/comments.ts';

type Named = { id: number; name: string };

/** The longest name first, so that 'Ada' is not taken out of '@Ada Byron'. */
const byLength = (members: readonly Named[]) => members.toSorted((a, b) => b.name.length - a.name.length);

const escapeSigns = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** A text as it was typed, with names, as the API has it, with ids. Of two of the same name the one that was `chosen`. */
export function withIds(text: string, members: readonly Named[], chosen: ReadonlyMap<string, number>): string {
  let rest = text;
  for (const { id, name } of byLength(members)) {
    const named = new RegExp(`(?<![\\p{L}\\p{N}])@${escapeSigns(name)}(?![\\p{L}\\p{N}])`, 'gu');
    rest = rest.replaceAll(named, () => `<@${chosen.get(name) ?? id}>`);
  }
  return rest;
}

/** A text of the API's in pieces: plain ones, and members who are named in it. */
export function inPieces(text: string, mentions: readonly Named[]): { text: string; mention: boolean }[] {
  const pieces: { text: string; mention: boolean }[] = [];
  let end = 0;
  for (const match of text.matchAll(MENTION)) {
    const named = mentions.find(({ id }) => String(id) === match[1]);
    pieces.push({ text: text.slice(end, match.index), mention: false });
    pieces.push({ text: `@${named?.name ?? 'somebody'}`, mention: true });
    end = match.index + match[0].length;
  }
  return [...pieces, { text: text.slice(end), mention: false }].filter((piece) => piece.text);
}

/** The same with names, to be changed. */
export const withNames = (text: string, mentions: readonly Named[]) =>
  inPieces(text, mentions)
    .map((piece) => piece.text)
    .join('');

/** What is being typed behind an @ before the caret, and where the @ stands. */
export function nameBefore(text: string, caret: number): { from: number; typed: string } | undefined {
  const match = /(?:^|[^\p{L}\p{N}])@([\p{L}\p{N}.'’-]*(?: [\p{L}\p{N}.'’-]*)?)$/u.exec(text.slice(0, caret));
  const typed = match?.[1];
  return typed === undefined ? undefined : { from: caret - typed.length - 1, typed };
}

/** Those whose name, or a word of it, begins so. */
export function suggest(members: readonly Named[], typed: string, most: number): Named[] {
  const begin = typed.toLocaleLowerCase();
  const fits = ({ name }: Named) => {
    const lower = name.toLocaleLowerCase();
    return lower.startsWith(begin) || lower.split(/\s+/).some((word) => word.startsWith(begin));
  };
  return members.filter(fits).slice(0, most);
}
