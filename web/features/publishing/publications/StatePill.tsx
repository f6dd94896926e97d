import {
  Ban,
  CalendarClock,
  Check,
  Clock,
  LoaderCircle,
  type LucideIcon,
  TriangleAlert,
} from 'lucide-react';
import type { PublicationState } from '#contract/publishing/publications.ts';
import { classes } from '#web/lib/classes.ts';

/** The words and icons of the states of publications. */
export const states: Record<PublicationState, { label: string; icon: LucideIcon; look: string }> = {
  proposed: {
    label: 'Waiting for approval',
    icon: CalendarClock,
    look: 'bg-review text-on-review',
  },
  scheduled: { label: 'Scheduled', icon: Clock, look: 'bg-approved text-on-approved' },
  publishing: {
    label: 'Publishing',
    icon: LoaderCircle,
    look: 'bg-surface ring-1 ring-inset ring-busy text-text',
  },
  published: { label: 'Published', icon: Check, look: 'bg-published text-on-published' },
  stopped: { label: 'Stopped', icon: TriangleAlert, look: 'bg-danger-soft text-on-danger-soft' },
  cancelled: { label: 'Cancelled', icon: Ban, look: 'bg-archived text-on-archived' },
};
/** The state of a publication; `detail` is added to its word. */
export function StatePill({
  state,
  detail,
  quiet,
  short,
}: {
  state: PublicationState;
  detail?: string;
  quiet?: boolean | undefined;
  /** The classes of the word, where it gives way on narrow screens. */
  short?: string | undefined;
}) {
  const { label, icon: Icon, look } = states[state];
  return (
    <span
      className={classes(
        'inline-flex h-6 items-center gap-1.5 whitespace-nowrap tabular-nums',
        quiet
          ? classes('text-[13px]', state === 'stopped' ? 'font-medium text-danger' : 'text-muted')
          : classes('rounded-full pr-2.5 pl-2 font-medium text-xs', look),
      )}
    >
      <Icon
        size={14}
        aria-hidden
        className={classes(
          'shrink-0',
          state === 'publishing' && 'text-on-approved motion-safe:animate-spin',
        )}
      />
      <span className={classes(quiet && detail && 'sr-only', short)}>{label}</span>
      {detail && <span className="font-normal">{detail}</span>}
    </span>
  );
}
