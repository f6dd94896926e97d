import {
  Archive,
  CircleDot,
  Copy,
  FolderInput,
  Hash,
  type LucideIcon,
  Send,
  Trash2,
  X,
} from 'lucide-react';
import { type ComponentProps, useEffect, useRef } from 'react';
import { STATUSES, type Status } from '#contract/content/workflow.ts';
import { capitalise } from '#web/lib/text.ts';
import { Button } from '#web/ui/Button.tsx';
import { Menu, MenuItem } from '#web/ui/overlays/Menu.tsx';

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
  onTags: () => void;
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
      data-sticks
      role="toolbar"
      aria-label="Bulk actions"
      className="fixed inset-x-2 bottom-2 z-20 mx-auto flex w-fit max-w-full animate-enter md:left-[var(--sidebar,0px)] flex-wrap items-center justify-center gap-1 rounded-base border border-line bg-raised p-1.5 shadow-float md:bottom-4"
    >
      <div className="flex items-center justify-between max-sm:basis-full">
        <p role="status" className="px-2 font-medium tabular-nums">
          {chosen} selected
        </p>
        {chosen < count && (
          <Button variant="link" size="bar" onClick={onSelectAll}>
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
            Move to…
          </BarButton>
          <BarButton icon={Hash} onClick={actions.onTags}>
            Tags
          </BarButton>
          <BarButton icon={Copy} onClick={actions.onDuplicate}>
            Duplicate
          </BarButton>
          <BarButton icon={Archive} onClick={actions.onArchive}>
            Archive
          </BarButton>
          <BarButton icon={Trash2} onClick={actions.onDelete} className="px-2 text-danger">
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
    <Button variant="ghost" size="bar" className="px-2" {...props}>
      <Icon size={16} aria-hidden />
      <span className="max-[1023px]:sr-only">{children}</span>
    </Button>
  );
}
