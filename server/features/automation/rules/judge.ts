import type { Condition } from '#contract/automation/rules-settings.ts';
import { weekdayName } from '#contract/automation/rules-words.ts';
import type { Network } from '#contract/networks/names.ts';
import { localOf } from '#contract/times.ts';

/** Whether a condition of a rule holds. Pure. */

/** What is known of what has happened. */
export type Facts = {
  title: string;
  /** When it happened. */
  at: string;
  /** By name: what texts and variables take. */
  tokens: Record<string, string>;
  text: string;
  link: string | null;
  /** The address of the picture of an entry. */
  picture: string | null;
  hasPicture: boolean;
  folder: number | null;
  tags: readonly string[];
  author: number | null;
  networks: readonly Network[];
  channels: readonly number[];
  views: number;
  reactions: number;
  publishedAt: string | null;
  createdAt: string | null;
  entry: number | null;
  /** Of the library. */
  file: number | null;
  post: number | null;
  /** The first item of the post. */
  item: number | null;
  /** Whose words these are: the principals of the text and of all tokens but names (provenance.ts). */
  words: readonly number[];
  /** Who gave the names among the tokens. */
  namedBy: Readonly<Record<string, number>>;
  /** Why nothing is done about it, as a part of a sentence. */
  obstacle: { text: string; kind: 'gone' | 'known' | 'used' } | null;
};

type Moment = { now: number; zone: string };

/** `text`: what is so, as a part of a sentence, where the condition does not hold. */
type Verdict = { holds: boolean; text: string };

const DAY_MS = 24 * 3600_000;
const HOUR_MS = 3600_000;

const folded = (text: string) => text.normalize('NFKC').toLowerCase();

/** The first of these words that is in a text: a whole word, or words. */
export function findWord(text: string, words: readonly string[]): string | undefined {
  const spaced = (part: string) =>
    ` ${folded(part)
      .split(/[^\p{L}\p{N}]+/u)
      .join(' ')
      .trim()} `;
  const within = spaced(text);
  return words.find((word) => {
    const sought = spaced(word);
    // What has no letters is found as it is written.
    return sought.trim() === '' ? folded(text).includes(folded(word)) : within.includes(sought);
  });
}

export function judge(condition: Condition, facts: Facts, moment: Moment): Verdict {
  switch (condition.kind) {
    case 'folder':
      return {
        holds: facts.folder !== null && condition.folders.includes(facts.folder),
        text: 'it is in another folder',
      };
    case 'tag': {
      const found = condition.tags.find((tag) => facts.tags.includes(tag));
      return condition.has === 'any'
        ? { holds: found !== undefined, text: 'it has no such tag' }
        : { holds: found === undefined, text: `it has the tag #${found}` };
    }
    case 'author':
      return {
        holds: facts.author !== null && condition.people.includes(facts.author),
        text: 'it is by another person',
      };
    case 'network':
      return {
        holds: facts.networks.some((network) => condition.networks.includes(network)),
        text: 'it is on another network',
      };
    case 'channel':
      return {
        holds: facts.channels.some((channel) => condition.channels.includes(channel)),
        text: 'it is on another account',
      };
    case 'words': {
      const { of, has, words } = condition;
      const found = findWord(of === 'title' ? facts.title : `${facts.title} ${facts.text}`, words);
      return has === 'any'
        ? { holds: found !== undefined, text: `the ${of} has none of the words` }
        : { holds: found === undefined, text: `the ${of} has “${found}”` };
    }
    case 'picture':
      return {
        holds: facts.hasPicture === condition.has,
        text: condition.has ? 'it has no picture' : 'it has a picture',
      };
    case 'link':
      return {
        holds: (facts.link !== null) === condition.has,
        text: condition.has ? 'it has no link' : 'it has a link',
      };
    case 'hours':
      return judgeHours(condition, facts, moment);
    case 'figures': {
      const { metric, at_least: atLeast, within_hours: hours } = condition;
      const isInTime =
        hours === null ||
        (facts.publishedAt !== null &&
          Date.parse(facts.at) <= Date.parse(facts.publishedAt) + hours * HOUR_MS);
      return {
        holds: facts[metric] >= atLeast && isInTime,
        text: isInTime ? `it has ${facts[metric]} ${metric}` : `it is older than ${hours} hours`,
      };
    }
    case 'age':
      return {
        holds:
          facts.createdAt !== null &&
          Date.parse(facts.createdAt) <= Date.parse(facts.at) - condition.days * DAY_MS,
        text: 'it is younger',
      };
  }
}

/** Of when it happened, in the zone of the workspace. */
function judgeHours(
  { weekdays, from, to }: Condition & { kind: 'hours' },
  { at }: Facts,
  { zone }: Moment,
): Verdict {
  const local = localOf(at, zone);
  const time = local.slice(11, 16);
  const weekday = new Date(`${local.slice(0, 10)}T00:00:00Z`).getUTCDay() || 7;
  if (weekdays.length && !weekdays.includes(weekday))
    return { holds: false, text: `it was ${weekdayName(weekday)}` };
  const isWithin =
    from === null || to === null
      ? true
      : from <= to
        ? time >= from && time < to
        : time >= from || time < to;
  return { holds: isWithin, text: `it was ${time}` };
}
