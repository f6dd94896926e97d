import { type ReactNode, useRef } from 'react';
import { Link, NavLink, useLocation } from 'react-router';
import { paths } from '#contract/paths.ts';
import { useCan, useWorkspace } from '#web/api/workspace.ts';
import { classes } from '#web/lib/classes.ts';
import { useCurrentInView } from '#web/ui/current-in-view.ts';

/** The sections of the settings of a person, by their anchors. */
const SECTIONS = {
  profile: 'Profile',
  password: 'Password',
  x: 'X (Twitter)',
  notifications: 'Notifications',
  sessions: 'Sessions',
  appearance: 'Appearance',
} as const;

const look = (active: boolean) =>
  classes(
    'inline-flex h-8 shrink-0 items-center whitespace-nowrap rounded-[6px] px-2.5 text-[13px]',
    active ? 'bg-accent-soft font-medium text-accent' : 'text-muted hover:bg-hover hover:text-text',
  );

/** Of the links below it; a row has none. */
const GroupLabel = ({ children }: { children: ReactNode }) => (
  <span
    dir="auto"
    className="block h-6 truncate px-2.5 font-medium text-muted text-xs not-first:mt-3 max-lg:hidden"
  >
    {children}
  </span>
);

/** The pages and sections of the settings: a column beside them, on narrow screens a row. */
function SettingsNav() {
  const { pathname, hash } = useLocation();
  const audits = useCan('audit');
  const assists = useCan('assist');
  const manages = useCan('manage');
  const workspace = useWorkspace().data;
  const own = pathname === paths.settings;
  const row = useRef<HTMLElement>(null);
  useCurrentInView(row, pathname + hash);
  return (
    <nav
      ref={row}
      aria-label="Settings"
      className="-mx-4 mb-4 flex gap-0.5 overflow-x-auto px-4 lg:sticky lg:top-18 lg:mx-0 lg:mb-0 lg:flex-col lg:self-start lg:px-0"
    >
      <GroupLabel>You</GroupLabel>
      {Object.entries(SECTIONS).map(([anchor, label], place) => {
        const isActive = own && (hash === `#${anchor}` || (!hash && place === 0));
        return (
          <Link
            key={anchor}
            to={{ pathname: paths.settings, hash: anchor }}
            aria-current={isActive || undefined}
            className={look(isActive)}
          >
            {label}
          </Link>
        );
      })}
      <NavLink to={paths.apps} className={({ isActive }) => look(isActive)}>
        Connected apps
      </NavLink>
      <GroupLabel>{workspace?.name}</GroupLabel>
      <NavLink to={paths.workspace} className={({ isActive }) => look(isActive)}>
        Workspace
      </NavLink>
      <NavLink to={paths.members} className={({ isActive }) => look(isActive)}>
        Members
      </NavLink>
      <NavLink to={paths.linkSettings} className={({ isActive }) => look(isActive)}>
        Links and UTM
      </NavLink>
      {assists && (
        <NavLink to={paths.assistantSettings} className={({ isActive }) => look(isActive)}>
          Assistant
        </NavLink>
      )}
      <NavLink to={paths.apiKeys} className={({ isActive }) => look(isActive)}>
        API keys
      </NavLink>
      {manages && (
        <NavLink to={paths.webhooks} className={({ isActive }) => look(isActive)}>
          Webhooks
        </NavLink>
      )}
      {audits && (
        <NavLink to={paths.audit} className={({ isActive }) => look(isActive)}>
          Audit log
        </NavLink>
      )}
    </nav>
  );
}

/** A page of the settings, beside their navigation. */
export const SettingsPage = ({ title, children }: { title: string; children: React.ReactNode }) => (
  <div className="lg:grid lg:grid-cols-[160px_minmax(0,1fr)] lg:gap-8">
    <title>{title}</title>
    <SettingsNav />
    <div className="min-w-0">{children}</div>
  </div>
);
