import { paths } from '#contract/paths.ts';
import type { Entry } from '#contract/publishing/calendar.ts';
import type { Channel } from '#contract/publishing/channels.ts';

/** An entry of the calendar, for other programs. */

export type Links = { origin: string; channels: readonly Channel[] };

export const flat = (entry: Entry, { origin, channels }: Links) => {
  const { excerpt, picture: _, author: __, held: ___, ...rest } = entry;
  return {
    ...rest,
    channels: entry.channels.flatMap((id) => {
      const channel = channels.find((channel) => channel.id === id);
      return channel ? [`${channel.network}:${channel.handle}`] : [];
    }),
    excerpt,
    url: entry.item === null ? null : origin + paths.previewContent(entry.item),
  };
};
