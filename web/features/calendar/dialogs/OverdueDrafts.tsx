import { CalendarX, Send } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '#contract/paths.ts';
import type { OverdueDraft } from '#contract/publishing/publications.ts';
import { useCapabilities } from '#web/api/workspace.ts';
import { forgetTime } from '#web/features/calendar/entries/calendar-queries.ts';
import { PublishDialog } from '#web/features/publishing/schedule/lazy-dialogs.tsx';
import { cut } from '#web/lib/text.ts';
import { zonedTime } from '#web/lib/time/time.ts';
import { Button } from '#web/ui/Button.tsx';

const EXCERPT = 60;

type Props = { drafts: readonly OverdueDraft[]; zone: string };

/** Drafts whose time passed before anybody scheduled them. */
export function OverdueDrafts({ drafts, zone }: Props) {
  const can = useCapabilities();
  const [scheduled, setScheduled] = useState<OverdueDraft | null>(null);
  if (drafts.length === 0) return null;
  return (
    <>
      <ul
        aria-label="Drafts whose time has passed"
        className="mb-4 rounded-base border border-line bg-surface max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0"
      >
        {drafts.map((draft) => (
          <li
            key={draft.item}
            className="flex flex-wrap gap-x-4 gap-y-3 border-line border-b p-4 last:border-b-0"
          >
            <span className="grid size-9 shrink-0 place-items-center rounded-base bg-danger-soft text-danger">
              <CalendarX size={18} aria-hidden />
            </span>
            <div className="min-w-0 grow basis-56">
              <h2 className="font-semibold">Its time passed and nothing was sent.</h2>
              <p>The draft was planned, but not scheduled.</p>
              <p className="mt-1 flex flex-wrap items-center gap-x-1.5 text-muted text-xs">
                <span className="tabular-nums">planned for {zonedTime(draft.due_at, zone)}</span>
                <span aria-hidden>·</span>
                <Link
                  to={paths.previewContent(draft.item)}
                  className="inline-flex min-h-6 items-center underline [overflow-wrap:anywhere]"
                >
                  “{cut(draft.excerpt.replaceAll(/\s+/g, ' '), EXCERPT)}”
                </Link>
              </p>
            </div>
            {can('write') && (
              <div className="ml-auto flex flex-wrap items-start gap-2 max-sm:w-full max-sm:flex-col-reverse max-sm:[&>*]:min-h-11 max-sm:[&>*]:w-full">
                <Button onClick={() => void forgetTime(draft.item)}>Clear the time</Button>
                <Button onClick={() => setScheduled(draft)}>
                  <Send size={16} aria-hidden />
                  Schedule…
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
      {scheduled && (
        <PublishDialog
          subject={{
            items: [scheduled.item],
            excerpt: scheduled.excerpt,
            parts: scheduled.parts,
            channels: scheduled.channels,
          }}
          onClose={() => setScheduled(null)}
        />
      )}
    </>
  );
}
