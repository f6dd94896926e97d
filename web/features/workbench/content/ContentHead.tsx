import {
  ChartNoAxesColumn,
  Check,
  ChevronDown,
  FolderTree as FolderIcon,
  List,
  ListChecks,
  type LucideIcon,
  Plus,
  Rows2,
  Search,
  Trash2,
} from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { paths } from '#contract/paths.ts';
import { type Density, useContentView } from '#web/api/content-view.ts';
import { useCan } from '#web/api/workspace.ts';
import { setMultiItemView } from '#web/features/workbench/bulk/selection.ts';
import { classes } from '#web/lib/classes.ts';
import { useKeyActions } from '#web/lib/keyboard/single-keys.ts';
import { keepTypedAfter } from '#web/lib/keyboard/typed-ahead.ts';
import { laterComponent } from '#web/lib/later.ts';
import { Button } from '#web/ui/Button.tsx';
import { Menu, MenuItem } from '#web/ui/overlays/Menu.tsx';
import { views } from './list-address.ts';

const StatisticsDialog = laterComponent(() =>
  import('#web/features/publishing/statistics/Statistics.tsx').then(
    (module) => module.StatisticsDialog,
  ),
);

const CreateMenu = laterComponent(
  () => import('#web/features/workbench/ideas/CreateMenu.tsx').then((module) => module.CreateMenu),
  { isExtra: true },
);

export type ViewMode = 'folders' | 'search';

type Props = {
  mode: ViewMode;
  onMode: (mode: ViewMode) => void;
  folder?: number | null;
  title: string;
  /** Shown when the title is pointed at. */
  hint?: string | undefined;
  /** The number of posts, once it is known. */
  count?: number | undefined;
  /** The number of posts in the folders below, which the list leaves out and the tree counts. */
  below?: number;
  /** The title on a phone, which opens views, filters and folders. */
  sheet?: ReactNode;
  /** The search field and the filters. */
  children?: ReactNode;
};

/** The one row above the list, in both views of the content page. */
export function ContentHead({
  mode,
  onMode,
  folder = null,
  title,
  hint,
  count,
  below = 0,
  sheet,
  children,
}: Props) {
  const writes = useCan('write');
  const multiple = useContentView((state) => state.multiItemView);
  return (
    <div
      data-sticks
      className="sticky top-12 z-20 flex h-12 shrink-0 items-center gap-2 border-line border-b bg-surface px-4 lg:gap-2"
    >
      <p className="hidden min-w-0 shrink-[1000] truncate text-muted min-[1440px]:block">
        Content Management
        <span aria-hidden className="pl-2 opacity-50">
          /
        </span>
      </p>
      <h1
        title={hint ?? title}
        className={classes(
          'min-w-16 truncate font-semibold text-[15px] leading-5',
          sheet !== undefined && 'max-md:sr-only',
        )}
      >
        {title}
      </h1>
      {sheet && <span className="-ml-2 min-w-0 md:hidden">{sheet}</span>}
      <ViewsMenu />
      <span className="text-muted tabular-nums">{count}</span>
      {below > 0 && (
        <span className="hidden shrink-0 text-muted text-xs tabular-nums min-[1440px]:inline">
          and {below} in subfolders
        </span>
      )}
      <div className="ml-auto flex shrink-0 items-center gap-1 min-[1480px]:gap-1.5">
        {children}
        <span className="hidden items-center md:flex">
          <DensityToggle />
        </span>
        {writes && mode === 'folders' && (
          <Button
            variant="ghost"
            size="icon"
            aria-label="Multi-item view"
            title="Multi-item view"
            aria-pressed={multiple}
            onClick={() => setMultiItemView(!multiple)}
            className="aria-pressed:bg-accent-soft aria-pressed:text-accent"
          >
            <ListChecks size={16} aria-hidden />
          </Button>
        )}
        <div
          role="group"
          aria-label="View"
          className="hidden gap-0.5 rounded-base bg-sunken p-0.5 md:inline-flex"
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
        {writes && (
          <Button
            asChild
            variant="primary"
            size="bar"
            className="max-md:relative max-md:size-9 max-md:px-0 max-md:after:absolute max-md:after:-inset-1"
          >
            <Link to={paths.createContent(folder)} onClick={keepTypedAfter}>
              <Plus size={16} aria-hidden />
              <span className="max-[1199px]:sr-only">Create Content</span>
            </Link>
          </Button>
        )}
        <CreateMenu folder={folder} />
      </div>
    </div>
  );
}

/** All content, drafts and the like, the trash, and the figures. */
function ViewsMenu() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const [figures, setFigures] = useState(false);
  return (
    <>
      <Menu
        align="start"
        trigger={
          <Button variant="ghost" size="smallIcon" aria-label="Views" className="max-md:hidden">
            <ChevronDown size={16} aria-hidden />
          </Button>
        }
      >
        {views.map(({ path, label }) => (
          <MenuItem
            key={path}
            {...(pathname === path && { icon: Check })}
            onSelect={() => navigate(path, { state: { chosen: true } })}
          >
            {label === 'All' ? 'All Content' : label}
          </MenuItem>
        ))}
        <MenuItem icon={Trash2} onSelect={() => navigate(paths.trash)}>
          Trash
        </MenuItem>
        <MenuItem icon={ChartNoAxesColumn} onSelect={() => setFigures(true)}>
          Statistics
        </MenuItem>
      </Menu>
      {figures && <StatisticsDialog onClose={() => setFigures(false)} />}
    </>
  );
}

const DENSITIES: { density: Density; label: string; icon: LucideIcon }[] = [
  { density: 'compact', label: 'Compact', icon: List },
  { density: 'comfortable', label: 'Comfortable', icon: Rows2 },
];

/** Compact or comfortable; V changes it, too. */
function DensityToggle() {
  const present = useContentView((state) => state.density);
  useKeyActions({
    v: () =>
      useContentView.setState(({ density }) => ({
        density: density === 'compact' ? 'comfortable' : 'compact',
      })),
  });
  return DENSITIES.map(({ density, label, icon: Icon }) => (
    <Button
      key={density}
      variant="ghost"
      size="icon"
      aria-label={label}
      title={`${label} (V)`}
      aria-pressed={present === density}
      onClick={() => useContentView.setState({ density })}
      className="text-muted aria-pressed:bg-sunken aria-pressed:text-text"
    >
      <Icon size={16} aria-hidden />
    </Button>
  ));
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
        'inline-flex h-7 items-center gap-1.5 rounded-[6px] px-2.5 font-medium text-[13px]',
        pressed ? 'bg-surface ring-1 ring-line' : 'text-muted hover:text-text',
      )}
    >
      <Icon size={14} aria-hidden />
      <span className="max-[1359px]:sr-only">{label}</span>
    </button>
  );
}
