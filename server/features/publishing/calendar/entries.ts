import { withNames } from '#contract/content/variables.ts';
import { paths } from '#contract/paths.ts';
import type { Channel } from '#contract/publishing/channels.ts';
import type { EventEntry } from './calendar.sql.ts';

/** An entry of the calendar, for other programs. */

/** `installation`: its id. */
export type Links = { origin: string; channels: readonly Channel[]; installation: string };

export const flat = (entry: EventEntry, { origin, channels }: Links) => {
  const {
    excerpt,
    picture: _,
    author: __,
    held: ___,
    uid: ____,
    changed_at: _____,
    ...rest
  } = entry;
  return {
    ...rest,
    channels: entry.channels.flatMap((id) => {
      const channel = channels.find((channel) => channel.id === id);
      return channel ? [`${channel.network}:${channel.handle}`] : [];
    }),
    excerpt: withNames(excerpt),
    url: entry.item === null ? null : origin + paths.previewContent(entry.item),
  };
};
