import {
  Archive,
  CircleDot,
  Copy,
  FolderInput,
  type LucideIcon,
  Send,
  Trash2,
  X,
} from 'lucide-react';
import { type ComponentProps, useEffect, useRef } from 'react';
import { STATUSES, type Status } from '#contract/workflow.ts';
import { capitalise } from '#web/lib/text.ts';
import { Button } from '#web/ui/Button.tsx';
import { Menu, MenuItem } from '#web/ui/Menu.tsx';

type Props = {
  /** The number of selected items, and of items in the list. */
  chosen: number;
  count: number;
  onSelectAll: () => void;
  onClear: () => void;
  onStatus: (status: Status) => void;
  /** Absent where the selection is not known item by item. */
  onPublish: (() => void) | undefined;
  onMove: () => void;
  onDuplicate: () => void;
  onArchive: () => void;
  onDelete: () => void;
};

/** The actions for the selected items. */
export function BulkBar({ chosen, count, onSelectAll, onClear, onStatus, ...actions }: Props) {
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    // The pressed button is gone with the selection: the focus moves to the bar.
    if (chosen === 0 && document.activeElement === document.body) bar.current?.focus();
  }, [chosen]);
  return (
    <section
      ref={bar}
      tabIndex={-1}
      aria-label="Bulk actions"
      className="fixed inset-x-4 bottom-4 z-20 mx-auto flex w-fit flex-wrap items-center justify-center gap-1 rounded-base border border-line bg-surface p-1.5 shadow-float"
    >
      <div className="flex items-center justify-between max-sm:basis-full">
        <p role="status" className="px-2 font-medium tabular-nums">
          {chosen} selected
        </p>
        {chosen < count && (
          <Button variant="link" onClick={onSelectAll}>
            Select all {count}
          </Button>
        )}
      </div>
      {chosen > 0 && (
        <>
          <Menu align="start" trigger={<BarButton icon={CircleDot}>Status</BarButton>}>
            {STATUSES.map((status) => (
              <MenuItem key={status} onSelect={() => onStatus(status)}>
                {capitalise(status)}
              </MenuItem>
            ))}
          </Menu>
          {actions.onPublish && (
            <BarButton icon={Send} onClick={actions.onPublish}>
              Publish…
            </BarButton>
          )}
          <BarButton icon={FolderInput} onClick={actions.onMove}>
            Move
          </BarButton>
          <BarButton icon={Copy} onClick={actions.onDuplicate}>
            Duplicate
          </BarButton>
          <BarButton icon={Archive} onClick={actions.onArchive}>
            Archive
          </BarButton>
          <BarButton icon={Trash2} onClick={actions.onDelete} className="text-danger">
            Delete
          </BarButton>
          <Button
            variant="ghost"
            size="icon"
            aria-label="Clear selection"
            title="Clear selection"
            onClick={onClear}
          >
            <X size={16} aria-hidden />
          </Button>
        </>
      )}
    </section>
  );
}

function BarButton({
  icon: Icon,
  children,
  ...props
}: ComponentProps<'button'> & { icon: LucideIcon }) {
  return (
    <Button variant="ghost" {...props}>
      <Icon size={16} aria-hidden />
      <span className="max-sm:sr-only">{children}</span>
    </Button>
  );
}
