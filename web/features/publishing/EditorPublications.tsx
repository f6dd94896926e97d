import { Link } from 'react-router';
import type { Item } from '#contract/content/items.ts';
import { paths } from '#contract/paths.ts';
import { useWorkspace } from '#web/api/workspace.ts';
import { plural } from '#web/lib/text.ts';
import { zonedTime } from '#web/lib/time.ts';
import { useDraftTime } from './publishing-queries.ts';
import { StatePill } from './StatePill.tsx';

/** Where a text that is being edited is published: changes do not reach what has begun. */
export function EditorPublications({ item: { id, publications } }: { item: Item }) {
  const zone = useWorkspace().data?.time_zone;
  const planned = useDraftTime(publications ? undefined : id).data?.time;
  if (!publications)
    return (
      <p className="text-muted text-xs">
        {planned
          ? `Not scheduled yet. Planned for ${zonedTime(planned.due_at, planned.zone)}.`
          : 'Not planned on any channel.'}
      </p>
    );
  if (!zone) return null;
  const { state, next_at, channels } = publications;
  const isOut = state === 'publishing' || state === 'published' || state === 'stopped';
  return (
    <div className="flex flex-col items-start gap-1.5 text-xs">
      <p className="flex flex-wrap items-center gap-2">
        <StatePill state={state} />
        <span className="text-muted tabular-nums">
          {next_at ? zonedTime(next_at, zone) : plural(channels, 'channel')}
        </span>
      </p>
      {isOut && (
        <p className="text-muted">
          This is published or being published. Changes don’t affect what is out or in progress.
        </p>
      )}
      <Link to={paths.previewContent(id)} className="rounded-sm font-medium text-accent">
        Publications
      </Link>
    </div>
  );
}
