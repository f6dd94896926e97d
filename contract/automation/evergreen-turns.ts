import type { Network } from '../networks/names.ts';

/**
 * Which post of an evergreen folder comes next, and where (docs/domain/automation.md, 'Evergreen
 * folders'). Pure; times are in milliseconds.
 */

const DAY_MS = 24 * 60 * 60_000;
/** What was refused is not tried again before. */
const REFUSED_MS = DAY_MS;

export type Turns = { gap_days: number; max_uses: number };

/** `channels`: where it was published or waits to be; none where no channel takes it. */
export type Use = { at: number; channels: readonly number[]; text: string };

/**
 * `texts`: that of the post, then its variations, equal where the texts are; `uses`: also those of
 * the post itself.
 */
export type Candidate = { post: number; texts: readonly string[]; uses: readonly Use[] };

export type Place = { id: number; network: Network };

/** The uses that count towards the maximum. */
export const usesOf = ({ uses }: Candidate) =>
  uses.filter(({ channels }) => channels.length > 0).length;

/** X refuses a text that it has; others refuse it for some days at most, which is less than any gap. */
export const isOnceOnly = (network: Network) => network === 'x';

/** Whether a network takes a text that a channel may have had. */
const isNew = (network: Network, here: readonly Use[], text: string) =>
  !isOnceOnly(network) || here.every((use) => use.text !== text);

/**
 * When a post can come again on a channel, with one of its texts: the time from which it can, or
 * null for never.
 */
export function comesFrom(
  candidate: Candidate,
  { id, network }: Place,
  { gap_days, max_uses }: Turns,
  texts = candidate.texts,
): number | null {
  if (usesOf(candidate) >= max_uses) return null;
  const here = candidate.uses.filter(({ channels }) => channels.includes(id));
  if (!texts.some((text) => isNew(network, here, text))) return null;
  return Math.max(...here.map(({ at }) => at), Number.NEGATIVE_INFINITY) + gap_days * DAY_MS;
}

/** Whether all channels refused it within the last day. */
const isRefused = ({ uses }: Candidate, now: number) =>
  uses.some(({ channels, at }) => channels.length === 0 && at > now - REFUSED_MS);

/** The channels that a text of a post can go to at a time: of several accounts of X, one a day. */
export function channelsFor(
  candidate: Candidate,
  channels: readonly Place[],
  turns: Turns,
  at: number,
  text: string,
): number[] {
  const accounts = new Set(
    channels.filter(({ network }) => isOnceOnly(network)).map(({ id }) => id),
  );
  let isTaken = candidate.uses.some(
    (use) =>
      Math.abs(use.at - at) < DAY_MS &&
      use.text === text &&
      use.channels.some((id) => accounts.has(id)),
  );
  return channels.flatMap((channel) => {
    const from = comesFrom(candidate, channel, turns, [text]);
    if (from === null || from > at) return [];
    if (!accounts.has(channel.id)) return [channel.id];
    if (isTaken) return [];
    isTaken = true;
    return [channel.id];
  });
}

/** The time of the last use; before all others where there is none. */
const lastOf = ({ uses }: Candidate) =>
  Math.max(...uses.map(({ at }) => at), Number.NEGATIVE_INFINITY);

/** The longest unused first; of those, the oldest. */
export const inTurn = <One extends Candidate>(candidates: readonly One[]): One[] =>
  candidates.toSorted((a, b) => Math.sign(lastOf(a) - lastOf(b)) || a.post - b.post);

/** The texts of a post in turn: the longest unused first; of those, in their order. */
function textsInTurn({ texts, uses }: Candidate): string[] {
  const last = (text: string) =>
    Math.max(
      ...uses.filter((use) => use.text === text).map(({ at }) => at),
      Number.NEGATIVE_INFINITY,
    );
  // Equal ones count once.
  return [...new Set(texts)].toSorted((a, b) => Math.sign(last(a) - last(b)));
}

/**
 * The text of a post that comes next, and its channels: the one that most channels take, of those
 * the first in turn. Undefined where none can come.
 */
function nextText(candidate: Candidate, channels: readonly Place[], turns: Turns, at: number) {
  let best: { text: string; channels: number[] } | undefined;
  for (const text of textsInTurn(candidate)) {
    const places = channelsFor(candidate, channels, turns, at, text);
    if (places.length > (best?.channels.length ?? 0)) best = { text, channels: places };
  }
  return best;
}

/**
 * The next post, which of its texts (0 is its own), and the channels; undefined where none can come.
 * @param at the time of the slot
 */
export function nextTurn<One extends Candidate>(
  candidates: readonly One[],
  channels: readonly Place[],
  turns: Turns,
  { now, at }: { now: number; at: number },
): { candidate: One; text: string; variation: number; channels: number[] } | undefined {
  for (const candidate of inTurn(candidates)) {
    if (isRefused(candidate, now)) continue;
    const next = nextText(candidate, channels, turns, at);
    if (next) return { candidate, ...next, variation: candidate.texts.indexOf(next.text) };
  }
  return undefined;
}

/** What settings lead to, by arithmetic: how often each post could come, and what stays free. */
export function outlookOf(posts: number, slots: number, gapDays: number) {
  const capacity = (posts * 7) / gapDays;
  return {
    /** Each post could come after so many days, if all slots were for them. */
    every_days: slots > 0 && posts > 0 ? Math.round((posts * 7) / slots) : null,
    /** Slots of a week that stay free. */
    free: Math.max(0, Math.round(slots - capacity)),
    /** The number of posts that would fill them. */
    needed: Math.ceil((slots * gapDays) / 7),
  };
}

/** Whether a month (1 is January) lies in a season, which may go over the end of the year. */
export function isInSeason(month: number, from: number | null, to: number | null): boolean {
  if (from === null || to === null) return true;
  return from <= to ? month >= from && month <= to : month >= from || month <= to;
}
