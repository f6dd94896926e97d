import { Eye, FolderTree as FolderIcon, type LucideIcon, Plus, Search } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { paths } from '#contract/paths.ts';
import { useCan } from '#web/api/workspace.ts';
import { Statistics } from '#web/features/statistics/Statistics.tsx';
import { useStatistics } from '#web/features/statistics/statistics-queries.ts';
import { classes } from '#web/lib/classes.ts';
import { Button } from '#web/ui/Button.tsx';

export type ViewMode = 'folders' | 'search';

type Props = { mode: ViewMode; onMode: (mode: ViewMode) => void; folder?: number | null };

/** The header of both views of the content page. */
export function ContentHead({ mode, onMode, folder = null }: Props) {
  const writes = useCan('write');
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center gap-3">
        <h1 className="font-semibold text-xl">Content Management</h1>
        <div
          role="group"
          aria-label="View"
          className="order-last inline-flex gap-1 rounded-base bg-sunken p-1 sm:order-none"
        >
          <Toggle
            icon={FolderIcon}
            label="Folders"
            pressed={mode === 'folders'}
            onPress={() => onMode('folders')}
          />
          <Toggle
            icon={Search}
            label="Search"
            pressed={mode === 'search'}
            onPress={() => onMode('search')}
          />
        </div>
        <ReviewLink />
        {writes && (
          <Button asChild variant="primary" className="ml-auto">
            <Link to={paths.createContent(folder)}>
              <Plus size={16} aria-hidden />
              Create Content
            </Link>
          </Button>
        )}
      </div>
      <Statistics />
    </>
  );
}

type ToggleProps = { icon: LucideIcon; label: string; pressed: boolean; onPress: () => void };

function Toggle({ icon: Icon, label, pressed, onPress }: ToggleProps) {
  const button = useRef<HTMLButtonElement>(null);
  const toggled = (useLocation().state as { toggled?: boolean } | null)?.toggled === true;
  // The button of the other view had the focus, and is gone.
  useEffect(() => {
    if (toggled && pressed && document.activeElement === document.body) button.current?.focus();
  }, [toggled, pressed]);
  return (
    <button
      ref={button}
      type="button"
      aria-pressed={pressed}
      onClick={pressed ? undefined : onPress}
      className={classes(
        'inline-flex h-8 items-center gap-2 rounded-[6px] px-3 font-medium',
        pressed ? 'bg-surface ring-1 ring-line' : 'text-muted hover:text-text',
      )}
    >
      <Icon size={16} aria-hidden />
      {label}
    </button>
  );
}

/** The link to pending reviews, with their number. */
function ReviewLink() {
  const count = useStatistics().data?.waiting_for_review ?? 0;
  return (
    <Button asChild variant="ghost">
      <Link to={paths.review}>
        <Eye size={16} aria-hidden />
        Review
        {/* Has its space before it is loaded, so that the layout does not shift. */}
        <span
          className={classes(
            'min-w-5 rounded-full bg-review px-1.5 text-center text-on-review text-xs tabular-nums',
            count === 0 && 'invisible',
          )}
        >
          {count}
          <span className="sr-only"> waiting</span>
        </span>
      </Link>
    </Button>
  );
}
