import type { Trigger } from './rules-settings.ts';

/** The words of which sentences of rules are made. Pure. */

/** 'gap': nothing is chosen there yet, or it is not there any more; `block` and `field` lead to it. */
type Tone = 'plain' | 'choice' | 'danger' | 'gap';
export type Segment = { text: string; tone: Tone; field?: string; block?: string };

/** What names a rule needs; undefined where it is not there any more. */
export type NamedKind =
  | 'feed'
  | 'template'
  | 'set'
  | 'folder'
  | 'person'
  | 'channel'
  | 'snippet'
  | 'address'
  | 'own_action'
  /** The one of the workspace, whatever its id: undefined where it is off. */
  | 'assistant';
export type Names = (kind: NamedKind, id: number) => string | undefined;

/** What a trigger is about: by it conditions and actions fit. */
export type Subject = 'entry' | 'file' | 'post' | 'publication' | 'nothing';

/** Names of Lucide; `rule-icons.ts` has their pictures. */
export type RuleIcon =
  | 'calendar-clock'
  | 'circle-check'
  | 'file-plus-2'
  | 'heart'
  | 'hourglass'
  | 'image-plus'
  | 'list-ordered'
  | 'recycle'
  | 'rss'
  | 'sticky-note'
  | 'tag'
  | 'trending-up'
  | 'triangle-alert'
  | 'trophy'
  | 'webhook';

export type Words<Settings> = (settings: Settings, names: Names) => Segment[];

export const plain = (text: string): Segment => ({ text, tone: 'plain' });
export const choice = (text: string): Segment => ({ text, tone: 'choice' });
export const gap = (text: string, field: string): Segment => ({ text, tone: 'gap', field });

export const list = (
  words: readonly string[],
  type: 'conjunction' | 'disjunction' = 'disjunction',
) => new Intl.ListFormat('en-GB', { type }).format(words);
export const quoted = (words: readonly string[]) => words.map((word) => `“${word}”`).join(', ');
export const tagged = (tags: readonly string[]) => tags.map((tag) => `#${tag}`);

type NamedBy = { names: Names; kind: NamedKind; field: string; missing: string };

export function named(
  id: number | null | undefined,
  { names, kind, field, missing }: NamedBy,
): Segment {
  if (id === null || id === undefined) return gap(missing, field);
  const name = names(kind, id);
  return name === undefined ? gap(`${missing} that is gone`, field) : choice(name);
}

export function allNamed(
  ids: readonly number[] | null | undefined,
  by: NamedBy,
  type: 'conjunction' | 'disjunction' = 'disjunction',
): Segment {
  if (!ids?.length) return gap(by.missing, by.field);
  const found = ids.map((id) => by.names(by.kind, id));
  const known = found.filter((name) => name !== undefined);
  return known.length < found.length
    ? gap(`${by.missing} that is gone`, by.field)
    : choice(list(known, type));
}

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
/** @param day 1 is Monday */
export const weekdayName = (day: number): string => WEEKDAYS[day - 1] ?? '';

/** '1st', '22nd'. */
export function ordinal(day: number): string {
  const rule = new Intl.PluralRules('en-GB', { type: 'ordinal' }).select(day);
  return `${day}${{ one: 'st', two: 'nd', few: 'rd', zero: 'th', many: 'th', other: 'th' }[rule]}`;
}

const number = (value: number) => new Intl.NumberFormat('en-GB').format(value);

/** '1 hour', '1,000 views'; undefined where it is no number of things. @param units the plural */
export function counted(count: number | null | undefined, units: string): string | undefined {
  if (!isCount(count)) return undefined;
  return `${number(count)} ${count === 1 ? units.slice(0, -1) : units}`;
}
export const isCount = (count: number | null | undefined): count is number =>
  Number.isSafeInteger(count) && Number(count) > 0;

export function mark({
  metric,
  at_least: atLeast,
  within_hours: hours,
}:
  | Partial<Pick<Trigger & { kind: 'figures' }, 'metric' | 'at_least' | 'within_hours'>>
  | (object & {
      metric?: string | null;
      at_least?: number | null;
      within_hours?: number | null;
    })): Segment[] {
  const figure = metric && counted(atLeast, metric);
  if (!figure) return [gap('a number of views or reactions', 'at_least')];
  if (hours === null || hours === undefined) return [choice(figure)];
  const within = counted(hours, 'hours');
  return within
    ? [choice(`${figure} within ${within}`)]
    : [choice(figure), plain(' within '), gap('some hours', 'within_hours')];
}
