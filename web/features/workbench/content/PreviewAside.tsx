import { type ReactNode, useId } from 'react';
import type { Item } from '#contract/content/items.ts';
import { useZone } from '#web/api/workspace.ts';
import { Comments } from '#web/features/content/comments/Comments.tsx';
import { StatusBadge } from '#web/features/content/items/StatusBadge.tsx';
import { shownState } from '#web/features/publishing/publications/post-state.tsx';
import { AssigneeField } from '#web/features/publishing/workflow/AssigneeField.tsx';
import { ReviewPanel } from '#web/features/publishing/workflow/ReviewPanel.tsx';
import { zonedTime } from '#web/lib/time/time.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { TimesIn } from '#web/ui/TimesIn.tsx';

type Props = {
  /** The root of the post. */
  item: Item;
  /** The part in the address. */
  part: number;
  views: number;
};

/** What is known of a post beside its text: status, comments, times and tags. */
export function PreviewAside({ item, part, views }: Props) {
  const zone = useZone();
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <Card title="Status">
        <div className="flex flex-col gap-3">
          <p>{shownState(item)?.badge ?? <StatusBadge status={item.status} />}</p>
          <AssigneeField item={item.id} value={item.assignee} />
          <ReviewPanel item={item} />
        </div>
      </Card>
      <Card title="Comments">
        <Comments key={part} item={part} />
      </Card>
      <Card title="Details">
        <dl className="flex flex-col gap-2">
          <Detail term="Created">{zonedTime(item.created_at, zone)}</Detail>
          <Detail term="Last Updated">{zonedTime(item.updated_at, zone)}</Detail>
          {item.published_date && (
            <Detail term="Published">{zonedTime(item.published_date, zone)}</Detail>
          )}
          <Detail term="Views">{views}</Detail>
        </dl>
        <TimesIn zone={zone} className="mt-2" />
      </Card>
      <Card title="Tags">
        <div className="flex flex-wrap gap-1.5">
          {item.tags.map((tag) => (
            <Badge key={tag}>{tag}</Badge>
          ))}
          {item.tags.length === 0 && <p className="text-muted">No tags</p>}
        </div>
      </Card>
    </div>
  );
}

function Card({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="rounded-base border border-line bg-surface p-4">
      <h2 id={id} className="mb-2 font-semibold">
        {title}
      </h2>
      {children}
    </section>
  );
}

const Detail = ({ term, children }: { term: string; children: ReactNode }) => (
  <div>
    <dt className="text-muted text-xs">{term}</dt>
    <dd className="tabular-nums">{children}</dd>
  </div>
);
