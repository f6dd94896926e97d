import { MENTION } from '#contract/content/comments.ts';
import { withoutManyMarks } from '#contract/http/marks.ts';
import type { Member } from '#contract/people/members.ts';
import { nameOf } from '#web/lib/text.ts';

type Named = { id: number; name: string };
/** A member with a unique display name. */
export type Nameable = { id: number; label: string };

/**
 * Display names of members: the name, and where two have the same, with a distinguishing addition.
 */
export function nameable(members: readonly Pick<Member, 'id' | 'name' | 'email'>[]): Nameable[] {
  const count = new Map<string, number>();
  for (const { name } of members) count.set(name, (count.get(name) ?? 0) + 1);
  return members.map(({ id, name, email }) => ({
    id,
    label: count.get(name) === 1 ? name : `${name} (${email ?? `#${id}`})`,
  }));
}

const escapeSigns = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/**
 * Replaces names in a typed text by mentions with ids, the longest name first, so that none is
 * replaced inside another.
 */
export function withIds(text: string, members: readonly Nameable[]): string {
  let rest = text;
  for (const { id, label } of members.toSorted((a, b) => b.label.length - a.label.length)) {
    const named = new RegExp(
      `(?<![\\p{L}\\p{N}])@${escapeSigns(label)}(?![\\p{L}\\p{M}\\p{N}])`,
      'gu',
    );
    rest = rest.replaceAll(named, () => `<@${id}>`);
  }
  return rest;
}

/** The reverse, for editing; former members stay ids. */
export const withNames = (text: string, members: readonly Nameable[]) =>
  text.replaceAll(MENTION, (mention, id) => {
    const named = members.find((member) => String(member.id) === id);
    return named ? `@${named.label}` : mention;
  });

/** Splits a text of the API into plain parts and mentions. */
export function splitMentions(
  text: string,
  mentions: readonly Named[],
): { text: string; mention: boolean }[] {
  const parts: { text: string; mention: boolean }[] = [];
  let end = 0;
  for (const match of text.matchAll(MENTION)) {
    const named = mentions.find(({ id }) => String(id) === match[1]);
    parts.push({ text: text.slice(end, match.index), mention: false });
    parts.push({ text: `@${nameOf(named)}`, mention: true });
    end = match.index + match[0].length;
  }
  return [...parts, { text: text.slice(end), mention: false }].filter((part) => part.text);
}

/** Up to four words. */
const NAME = /^(?:[\p{L}\p{M}\p{N}.'’-]+ ){0,3}(?:[\p{L}\p{M}\p{N}.'’-]+ ?)?$/u;
const MAX_NAME = 200;

/** The text after an @ before the caret, and the position of the @. */
export function nameBefore(
  text: string,
  caret: number,
): { from: number; typed: string } | undefined {
  const near = text.slice(Math.max(0, caret - MAX_NAME), caret);
  const at = near.lastIndexOf('@');
  const typed = near.slice(at + 1);
  if (at < 0 || !NAME.test(typed) || /[\p{L}\p{N}]$/u.test(near.slice(0, at))) return undefined;
  return { from: caret - typed.length - 1, typed };
}

/** Folded for comparison: without case and accents. */
const plain = (text: string) =>
  withoutManyMarks(text).normalize('NFD').replace(/\p{M}/gu, '').replaceAll('’', "'").toLowerCase();

/** The members with a word of their name that begins so. */
export function suggest(members: readonly Nameable[], typed: string, most: number): Nameable[] {
  const begin = plain(typed);
  const fits = ({ label }: Nameable) => ` ${plain(label)}`.includes(` ${begin}`);
  return members.filter(fits).slice(0, most);
}
