import {
  Archive,
  CheckCheck,
  ChevronDown,
  CircleCheck,
  Hourglass,
  type LucideIcon,
  PencilLine,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { isDecision, STATUSES, type Status } from '#contract/content/workflow.ts';
import { classes } from '#web/lib/classes.ts';
import { capitalise } from '#web/lib/text.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Menu, MenuChoice } from '#web/ui/overlays/Menu.tsx';

const icons: Record<Status, { icon: LucideIcon; colour: string }> = {
  draft: { icon: PencilLine, colour: 'text-[var(--slate-11)]' },
  review: { icon: Hourglass, colour: 'text-[var(--amber-11)]' },
  approved: { icon: CircleCheck, colour: 'text-[var(--blue-11)]' },
  published: { icon: CheckCheck, colour: 'text-[var(--jade-11)]' },
  archived: { icon: Archive, colour: 'text-[var(--gray-11)]' },
};
const MUTED: readonly Status[] = ['draft', 'archived'];

export const StatusBadge = ({ status }: { status: Status }) => (
  <Badge tone={status} icon={icons[status].icon}>
    {capitalise(status)}
  </Badge>
);

export function StatusIcon({ status }: { status: Status }) {
  const { icon: Icon, colour } = icons[status];
  return <Icon size={14} aria-hidden className={classes('shrink-0', colour)} />;
}

/** The status without a ground, for rows; `short` has the word for screen readers alone. */
export function QuietStatus({ status, short }: { status: Status; short?: string | undefined }) {
  return (
    <span className="inline-flex items-center gap-1.5 text-[13px]">
      <StatusIcon status={status} />
      <span className={classes(MUTED.includes(status) && 'text-muted', short)}>
        {capitalise(status)}
      </span>
    </span>
  );
}

type Props = {
  status: Status;
  /** What is shown in its place: the state of what is on its way. */
  shown?: { label: string; badge: ReactNode } | undefined;
  /** Whether the person may decide on a review. */
  decides: boolean;
  onChange: (status: Status) => void;
  disabled?: boolean;
  /** As in a row: without a ground, unless it is pointed at or has the focus. */
  quiet?: boolean;
  /** The classes of the word, where it gives way on narrow screens. */
  short?: string | undefined;
  tabIndex?: number | undefined;
  open?: boolean | undefined;
  onOpenChange?: ((open: boolean) => void) | undefined;
};

/** The status, and the menu to change it. */
export function StatusMenu({
  status,
  shown,
  decides,
  onChange,
  disabled,
  quiet,
  short,
  tabIndex,
  ...menu
}: Props) {
  const label = shown?.label ?? capitalise(status);
  // Statuses that the person may not set are left out.
  const options = STATUSES.filter((target) => decides || !isDecision(status, target)).map(
    (value) => ({
      value,
      label: <StatusBadge status={value} />,
    }),
  );
  return (
    <Menu
      align="start"
      {...menu}
      trigger={
        <button
          type="button"
          disabled={disabled}
          tabIndex={tabIndex}
          aria-label={`Status: ${label}. Change status`}
          title={quiet ? label : undefined}
          className={classes(
            'group/status relative inline-flex h-6 items-center rounded-full text-muted disabled:opacity-60',
            quiet && '-ml-2 pr-3.5 pl-2 text-text hover:bg-hover focus-visible:bg-hover',
          )}
        >
          {shown?.badge ??
            (quiet ? (
              <QuietStatus status={status} short={short} />
            ) : (
              <StatusBadge status={status} />
            ))}
          <ChevronDown
            size={12}
            aria-hidden
            className={classes(
              'absolute right-0 opacity-0',
              quiet
                ? classes(
                    'group-hover/status:opacity-100 group-focus-visible/status:opacity-100',
                    short,
                  )
                : 'hidden',
            )}
          />
        </button>
      }
    >
      <MenuChoice label="Status" value={status} options={options} onChange={onChange} />
    </Menu>
  );
}
