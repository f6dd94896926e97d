import { FileText, LogOut, PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { NavLink, useLocation, useNavigate } from 'react-router';
import { allPages } from '#contract/pages.ts';
import { paths } from '#contract/paths.ts';
import { useAuth } from '#web/api/auth-store.ts';
import { useAttentionCount } from '#web/features/publishing/publishing-queries.ts';
import { classes } from '#web/lib/classes.ts';
import { plural } from '#web/lib/text.ts';
import { Button } from '#web/ui/Button.tsx';
import { pageIcons } from './page-icons.ts';
import { WorkspaceMenu } from './WorkspaceMenu.tsx';

const entries = allPages.flatMap(([name, { path, side }]) =>
  side ? [{ ...side, name, to: path, icon: pageIcons[name] ?? FileText }] : [],
);
/** The count of an entry says this at most. */
const MAX_COUNT = 99;

type Props = { collapsed?: boolean; onToggle?: () => void; onNavigate?: () => void };

/** The sidebar of pages for members; `onToggle` makes it collapsible. */
export function Sidebar({ collapsed = false, onToggle, onNavigate }: Props) {
  const { pathname } = useLocation();
  const attention = useAttentionCount();
  const Toggle = collapsed ? PanelLeftOpen : PanelLeftClose;
  return (
    <div className="flex h-full flex-col">
      <div className="border-line border-b p-2">
        <WorkspaceMenu collapsed={collapsed} onNavigate={onNavigate} />
      </div>
      <nav aria-label="Workspace" className="flex flex-col gap-1 p-2">
        {entries.map(({ name, to, label, description, icon: Icon }) => {
          const count = name === 'attention' ? attention : 0;
          const named = count > 0 ? `${label}, ${plural(count, 'thing')} to do` : label;
          const active = pathname === to || pathname.startsWith(`${to}/`);
          return (
            <NavLink
              key={to}
              to={to}
              onClick={onNavigate}
              aria-label={collapsed || count > 0 ? named : undefined}
              title={collapsed ? named : undefined}
              aria-current={active ? 'page' : undefined}
              className={classes(
                'relative flex min-h-12 items-center gap-3 rounded-base px-3.5',
                active ? 'bg-accent-soft text-text' : 'text-muted hover:bg-hover hover:text-text',
              )}
            >
              <Icon
                size={18}
                aria-hidden
                className={classes('shrink-0', active && 'text-accent')}
              />
              {!collapsed && (
                <span className="min-w-0">
                  <span className="block font-medium leading-tight">{label}</span>
                  <span className="block truncate text-muted text-xs">{description}</span>
                </span>
              )}
              {count > 0 && (
                <span
                  className={classes(
                    'grid h-5 min-w-5 place-items-center rounded-full bg-danger-soft px-1.5 font-semibold text-on-danger-soft text-xs tabular-nums',
                    collapsed ? 'absolute top-0.5 right-0.5' : 'ml-auto',
                  )}
                >
                  {count > MAX_COUNT ? `${MAX_COUNT}+` : count}
                </span>
              )}
            </NavLink>
          );
        })}
      </nav>
      <div className="mt-auto flex flex-col gap-2 border-line border-t p-2">
        {onToggle && (
          <Button
            variant="ghost"
            onClick={onToggle}
            aria-label={collapsed ? 'Expand sidebar' : 'Collapse sidebar'}
            className={classes('text-muted', collapsed ? 'self-center px-2.5' : 'justify-start')}
          >
            <Toggle size={16} aria-hidden />
            {!collapsed && 'Collapse'}
          </Button>
        )}
        <Person collapsed={collapsed} />
      </div>
    </div>
  );
}

function Person({ collapsed }: { collapsed: boolean }) {
  const user = useAuth((state) => state.user);
  const navigate = useNavigate();
  const logout = () => navigate(paths.home, { state: { signingOut: true } });
  return (
    <div className={classes('flex items-center gap-2', collapsed ? 'flex-col' : 'px-2')}>
      {!collapsed && (
        <div className="min-w-0 grow">
          <div className="truncate font-medium">{user?.name}</div>
          <div className="truncate text-muted text-xs">{user?.email}</div>
        </div>
      )}
      <Button variant="ghost" size="icon" onClick={logout} aria-label="Logout" title="Logout">
        <LogOut size={16} aria-hidden />
      </Button>
    </div>
  );
}
