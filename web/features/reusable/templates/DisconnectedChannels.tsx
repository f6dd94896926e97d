import { TriangleAlert } from 'lucide-react';
import type { TemplatePlaces } from '#contract/content/templates.ts';
import { useChannels } from '#web/features/publishing/channels/channel-queries.ts';
import { plural } from '#web/lib/text.ts';

/** Says that a template names channels that are not connected any more; it can be used all the same. */
export function DisconnectedChannels({ places }: { places: Pick<TemplatePlaces, 'channels'> }) {
  const { data } = useChannels();
  if (!data) return null;
  const disconnected = places.channels.filter(
    (id) => !data.some((channel) => channel.id === id && channel.state !== 'disconnected'),
  );
  if (disconnected.length === 0) return null;
  const names = disconnected.flatMap(
    (id) => data.find((channel) => channel.id === id)?.handle ?? [],
  );
  return (
    <p className="flex items-start gap-1.5 text-warning text-xs">
      <TriangleAlert size={14} aria-hidden className="mt-0.5 shrink-0" />
      {names.length === disconnected.length
        ? `${names.join(', ')} is not connected any more.`
        : `${plural(disconnected.length, 'channel')} of this template is not connected any more.`}{' '}
      The template can still be used.
    </p>
  );
}
