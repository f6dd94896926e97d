import { X } from 'lucide-react';
import { classes } from '#web/lib/classes.ts';
import { Button } from '../Button.tsx';

type Props = {
  chips: readonly { label: string; onRemove: () => void }[];
  onClear: () => void;
  className?: string;
};

/** The active filters, each with a button that removes it; nothing where there are none. */
export const FilterChips = ({ chips, onClear, className }: Props) =>
  chips.length > 0 && (
    <ul
      aria-label="Active filters"
      className={classes('flex min-h-10 flex-wrap items-center gap-1.5', className)}
    >
      {chips.map(({ label, onRemove }) => (
        <li
          key={label}
          className="inline-flex h-7 max-w-full items-center gap-1 rounded-full bg-sunken pl-3 text-xs"
        >
          <span dir="auto" className="truncate">
            {label}
          </span>
          <button
            type="button"
            aria-label={`Remove filter ${label}`}
            onClick={onRemove}
            className="grid size-7 shrink-0 place-items-center rounded-full text-muted hover:text-text"
          >
            <X size={12} aria-hidden />
          </button>
        </li>
      ))}
      <li>
        <Button variant="link" size="small" onClick={onClear} className="text-xs">
          Clear all
        </Button>
      </li>
    </ul>
  );
