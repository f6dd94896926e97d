import type { Item } from '#contract/items.ts';
import { useWorkspace } from '#web/api/workspace.ts';
import { zonedTime } from '#web/lib/time.ts';
import { StatePill } from './StatePill.tsx';

/** The most urgent state of the publications of a post, with the next time. */
export function DeliveryPill({
  publications,
  quiet,
  short,
}: Pick<Item, 'publications'> & {
  /** Without a ground, for rows. */
  quiet?: boolean;
  /** Without the time and the number of channels. */
  short?: boolean;
}) {
  const zone = useWorkspace().data?.time_zone;
  if (!publications) return null;
  const { state, next_at, channels } = publications;
  const time = zone && next_at && state !== 'published' ? zonedTime(next_at, zone) : undefined;
  const detail = time ?? (channels > 1 ? `${channels} channels` : undefined);
  return <StatePill state={state} quiet={quiet} {...(detail && !short && { detail })} />;
}
