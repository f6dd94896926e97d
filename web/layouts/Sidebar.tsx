import { FileText, FolderTree, LogOut, PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { NavLink, useLocation, useNavigate } from 'react-router';
import { allPages, type PageName } from '#contract/pages.ts';
import { paths } from '#contract/paths.ts';
import { useAuth } from '#web/api/auth-store.ts';
import { useAttentionCount } from '#web/features/publishing/publications/publishing-queries.ts';
import { useStatistics } from '#web/features/publishing/statistics/statistics-queries.ts';
import { classes } from '#web/lib/classes.ts';
import { plural } from '#web/lib/text.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Popover } from '#web/ui/overlays/Popover.tsx';
import { Folders } from './Folders.tsx';
import { pageIcons } from './page-icons.ts';
import { WorkspaceMenu } from './WorkspaceMenu.tsx';

const entries = allPages.flatMap(([name, { path, side }]) =>
  side ? [{ ...side, name, to: path, icon: pageIcons[name] ?? FileText }] : [],
);
/** The count of an entry says this at most. */
const MAX_COUNT = 99;

type Props = { collapsed?: boolean; onToggle?: () => void; onNavigate?: () => void };

/** The sidebar of pages for members, with the folders; `onToggle` makes it collapsible. */
export function Sidebar({ collapsed = false, onToggle, onNavigate }: Props) {
  const { pathname } = useLocation();
  const counts = useCounts();
  return (
    <div className="flex h-full flex-col">
      <div className="flex h-12 shrink-0 items-center border-line border-b px-2">
        <WorkspaceMenu collapsed={collapsed} onNavigate={onNavigate} />
      </div>
      <nav
        aria-label="Workspace"
        className={classes(
          'flex flex-col gap-0.5 p-2 [&>a]:shrink-0',
          // In a low window it scrolls, so that what is below it stays in sight.
          collapsed ? 'min-h-0 overflow-y-auto' : 'shrink-0',
        )}
      >
        {entries.map(({ name, to, also, label, description, icon: Icon }) => {
          const { count = 0, what = '', look } = counts[name] ?? {};
          const named = count > 0 ? `${label}, ${what}` : label;
          const isBeside = also !== undefined && isWithin(pathname, also);
          const active = isBeside || isWithin(pathname, to);
          // Content is current on all pages below it, of which some have an entry of their own.
          const nearer = entries.some(
            (other) => isWithin(other.to, to) && other.to !== to && isWithin(pathname, other.to),
          );
          const isHere = active && !nearer;
          return (
            <NavLink
              key={to}
              to={to}
              onClick={onNavigate}
              aria-label={collapsed || count > 0 ? named : undefined}
              title={collapsed ? named : undefined}
              aria-current={active ? (nearer || isBeside ? 'true' : 'page') : undefined}
              className={classes(
                'relative flex h-11 items-center gap-3 rounded-base',
                collapsed ? 'justify-center' : 'px-2.5',
                isHere ? 'bg-accent-soft text-accent' : 'text-text hover:bg-hover',
              )}
            >
              <Icon
                size={16}
                aria-hidden
                className={classes('shrink-0', !isHere && 'text-muted')}
              />
              {!collapsed && (
                <span className="min-w-0">
                  <span className="block font-medium leading-tight">{label}</span>
                  <span className="block truncate text-muted text-xs leading-tight">
                    {description}
                  </span>
                </span>
              )}
              {count > 0 && (
                <span
                  className={classes(
                    'grid h-5 min-w-5 place-items-center rounded-full px-1.5 font-semibold text-xs tabular-nums',
                    look,
                    collapsed ? 'absolute top-0.5 right-0.5' : 'ml-auto',
                  )}
                >
                  {count > MAX_COUNT ? `${MAX_COUNT}+` : count}
                </span>
              )}
            </NavLink>
          );
        })}
        {collapsed && <FoldersPopover />}
      </nav>
      {collapsed ? <div className="grow" /> : <Folders onNavigate={onNavigate} />}
      <Person collapsed={collapsed} onToggle={onToggle} />
    </div>
  );
}

const isWithin = (path: string, above: string) => path === above || path.startsWith(`${above}/`);

/** How many things wait on a page, in words, and the look of their number. */
function useCounts(): Partial<Record<PageName, { count: number; what: string; look: string }>> {
  const attention = useAttentionCount();
  const review = useStatistics().data?.waiting_for_review ?? 0;
  return {
    attention: {
      count: attention,
      what: `${plural(attention, 'thing')} to do`,
      look: 'bg-danger-soft text-on-danger-soft',
    },
    review: { count: review, what: `${review} waiting`, look: 'bg-review text-on-review' },
  };
}

/** The folders, where the sidebar has no room for them. */
const FoldersPopover = () => (
  <Popover
    trigger={
      <Button variant="ghost" aria-label="Folders" title="Folders" className="h-11 px-0">
        <FolderTree size={16} aria-hidden className="text-muted" />
      </Button>
    }
    side="right"
    align="start"
    sideOffset={8}
    aria-label="Folders"
    className="z-40 flex h-[min(32rem,calc(100dvh-5rem))] w-72 flex-col py-1"
  >
    <Folders />
  </Popover>
);

function Person({ collapsed, onToggle }: Pick<Props, 'onToggle'> & { collapsed: boolean }) {
  const user = useAuth((state) => state.user);
  const navigate = useNavigate();
  const logout = () => navigate(paths.home, { state: { signingOut: true } });
  const Toggle = collapsed ? PanelLeftOpen : PanelLeftClose;
  const label = collapsed ? 'Expand sidebar' : 'Collapse sidebar';
  return (
    <div
      className={classes(
        'flex shrink-0 items-center gap-1 border-line border-t',
        collapsed ? 'flex-col py-2' : 'h-14 pr-2 pl-4',
      )}
    >
      {!collapsed && (
        <>
          <Avatar name={user?.name ?? ''} size="large" />
          <div className="ml-1.5 min-w-0 grow leading-tight">
            <div className="truncate font-medium">{user?.name}</div>
            <div className="truncate text-muted text-xs">{user?.email}</div>
          </div>
        </>
      )}
      <Button variant="ghost" size="icon" onClick={logout} aria-label="Logout" title="Logout">
        <LogOut size={16} aria-hidden />
      </Button>
      {onToggle && (
        <Button variant="ghost" size="icon" onClick={onToggle} aria-label={label} title={label}>
          <Toggle size={16} aria-hidden />
        </Button>
      )}
    </div>
  );
}
