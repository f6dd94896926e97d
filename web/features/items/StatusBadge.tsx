import { Archive, CheckCheck, ChevronDown, Eye, type LucideIcon, PenLine, Send } from 'lucide-react';
import { STATUSES, type Status } from '#contract/workflow.ts';
import { capitalise } from '#web/lib/text.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Menu, MenuChoice } from '#web/ui/Menu.tsx';

const icons: Record<Status, LucideIcon> = {
  draft: PenLine,
  review: Eye,
  approved: CheckCheck,
  published: Send,
  archived: Archive,
};

export const StatusBadge = ({ status }: { status: Status }) => (
  <Badge tone={status} icon={icons[status]}>
    {capitalise(status)}
  </Badge>
);

const options = STATUSES.map((value) => ({ value, label: <StatusBadge status={value} /> }));

/** The status, and the menu to change it. */
export function StatusMenu({
  status,
  onChange,
  disabled,
}: {
  status: Status;
  onChange: (status: Status) => void;
  disabled?: boolean;
}) {
  return (
    <Menu
      align="start"
      trigger={
        <button
          type="button"
          disabled={disabled}
          aria-label={`Status: ${capitalise(status)}. Change status`}
          className="inline-flex items-center gap-0.5 rounded-full text-muted hover:text-text disabled:opacity-60"
        >
          <StatusBadge status={status} />
          <ChevronDown size={14} aria-hidden />
        </button>
      }
    >
      <MenuChoice label="Status" value={status} options={options} onChange={onChange} />
    </Menu>
  );
}
