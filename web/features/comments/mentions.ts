import { MENTION } from '#contract/comments.ts';
import type { Member } from '#contract/members.ts';

type Named = { id: number; name: string };
/** A member by what they are called here, which nobody else is. */
export type Nameable = { id: number; label: string };

/** What members are called while a comment is written: by name, and where two have the same, by what tells them apart, too. */
export function nameable(members: readonly Pick<Member, 'id' | 'name' | 'email'>[]): Nameable[] {
  const count = new Map<string, number>();
  for (const { name } of members) count.set(name, (count.get(name) ?? 0) + 1);
  return members.map(({ id, name, email }) => ({
    id,
    label: count.get(name) === 1 ? name : `${name} (${email ?? `#${id}`})`,
  }));
}

const escapeSigns = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** A text as it was typed, with names, as the API has it, with ids: the longest name first, so that none is taken out of another. */
export function withIds(text: string, members: readonly Nameable[]): string {
  let rest = text;
  for (const { id, label } of members.toSorted((a, b) => b.label.length - a.label.length)) {
    const named = new RegExp(`(?<![\\p{L}\\p{N}])@${escapeSigns(label)}(?![\\p{L}\\p{M}\\p{N}])`, 'gu');
    rest = rest.replaceAll(named, () => `<@${id}>`);
  }
  return rest;
}

/** The same with names, to be changed; who works here no longer stays an id. */
export const withNames = (text: string, members: readonly Nameable[]) =>
  text.replaceAll(MENTION, (mention, id) => {
    const named = members.find((member) => String(member.id) === id);
    return named ? `@${named.label}` : mention;
  });

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

const NAME = /(?:^|[^\p{L}\p{N}])@((?:[\p{L}\p{M}\p{N}.'’-]+ ?){0,4})$/u;

/** What is being typed behind an @ before the caret, and where the @ stands. */
export function nameBefore(text: string, caret: number): { from: number; typed: string } | undefined {
  const typed = NAME.exec(text.slice(0, caret))?.[1];
  return typed === undefined ? undefined : { from: caret - typed.length - 1, typed };
}

/** As it is compared: without case and accents. */
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('’', "'").toLowerCase();

/** Those whose name, or a word of it, begins so. */
export function suggest(members: readonly Nameable[], typed: string, most: number): Nameable[] {
  const begin = plain(typed);
  const fits = ({ label }: Nameable) => ` ${plain(label)}`.includes(` ${begin}`);
  return members.filter(fits).slice(0, most);
}
