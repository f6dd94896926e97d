import type { AfterwardKind } from '#contract/networks/afterward-kinds.ts';
import { whyNot } from '#contract/networks/afterward-rules.ts';
import type { Network } from '#contract/networks/names.ts';
import type { GivenAfterward } from '#contract/publishing/afterwards.ts';
import type { Channel } from '#contract/publishing/channels.ts';

/** What is chosen to be done afterwards, for all channels whose network has it. Pure. */

export type ChosenAfterwards = {
  /** In hours, or days. Null where it is not chosen. */
  repost: { count: string; unit: 'hours' | 'days'; channel: number | null } | null;
  reply: { count: string; text: string } | null;
  remove: { count: string; consents: boolean } | null;
};

/** Of the fields. */
export type AfterwardsProps = {
  value: ChosenAfterwards;
  /** The chosen ones. */
  going: readonly Channel[];
  /** Connected ones. */
  channels: readonly Channel[];
  /** What was missing when it was to be published. */
  missing?: MissingField | undefined;
  onChange: (value: ChosenAfterwards) => void;
};

export const NOTHING: ChosenAfterwards = { repost: null, reply: null, remove: null };

const MAX_HOURS = 24 * 365;

const countOf = (text: string, most: number): number | undefined => {
  const count = Number(text);
  return Number.isInteger(count) && count >= 1 && count <= most ? count : undefined;
};

/** What is missing: the first field that has to be filled in, and a sentence. */
export type MissingField = {
  part: keyof ChosenAfterwards;
  field: 'count' | 'text' | 'consents';
  text: string;
};

export function missingIn({ repost, reply, remove }: ChosenAfterwards): MissingField | undefined {
  if (repost && !countOf(repost.count, repost.unit === 'days' ? 365 : MAX_HOURS))
    return {
      part: 'repost',
      field: 'count',
      text: 'Enter after how many hours or days it is reposted: a year at most.',
    };
  if (reply && !countOf(reply.count, MAX_HOURS))
    return {
      part: 'reply',
      field: 'count',
      text: 'Enter after how many hours the reply is published: a year at most.',
    };
  if (reply && reply.text.trim() === '')
    return { part: 'reply', field: 'text', text: 'Enter the text of the reply.' };
  if (remove && !countOf(remove.count, 365))
    return {
      part: 'remove',
      field: 'count',
      text: 'Enter after how many days it is deleted: 365 at most.',
    };
  if (remove && !remove.consents)
    return {
      part: 'remove',
      field: 'consents',
      text: 'Confirm that the post is deleted for good.',
    };
  return undefined;
}

type Account = { id: number; network: Network };

/** As they are sent: those of each channel that its network has. */
export function sentAfterwards(
  { repost, reply, remove }: ChosenAfterwards,
  channels: readonly Account[],
): Record<number, GivenAfterward[]> {
  const all: GivenAfterward[] = [
    ...(repost
      ? [
          {
            kind: 'repost' as const,
            hours: Number(repost.count) * (repost.unit === 'days' ? 24 : 1),
            ...(repost.channel !== null && { channel: repost.channel }),
          },
        ]
      : []),
    ...(reply ? [{ kind: 'reply' as const, hours: Number(reply.count), text: reply.text }] : []),
    ...(remove
      ? [{ kind: 'remove' as const, days: Number(remove.count), consent: true as const }]
      : []),
  ];
  return Object.fromEntries(
    channels.flatMap(({ id, network }) => {
      const own = all.filter(({ kind }) => whyNot(network, kind) === null);
      return own.length ? [[id, own]] : [];
    }),
  );
}

/** Why some of the chosen channels leave it out, each network once. */
export const leftOutBy = (kind: AfterwardKind, channels: readonly Account[]): string[] => [
  ...new Set(channels.flatMap(({ network }) => whyNot(network, kind) ?? [])),
];
