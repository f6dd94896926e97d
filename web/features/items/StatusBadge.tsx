import {
  Archive,
  CheckCheck,
  ChevronDown,
  Eye,
  type LucideIcon,
  PenLine,
  Send,
} from 'lucide-react';
import { isDecision, STATUSES, type Status } from '#contract/workflow.ts';
import { useCan } from '#web/api/workspace.ts';
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
  const decides = useCan('decide');
  // Statuses that the person may not set are left out.
  const options = STATUSES.filter((one) => decides || !isDecision(status, one)).map((value) => ({
    value,
    label: <StatusBadge status={value} />,
  }));
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
