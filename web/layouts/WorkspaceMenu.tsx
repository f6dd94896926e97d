import { Building2, ChevronsUpDown, OctagonPause, Plus, Users } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '#contract/paths.ts';
import { hasChosenWorkspace } from '#web/api/chosen-workspace.ts';
import { useCan, useWorkspace } from '#web/api/workspace.ts';
import { useWorkspaces } from '#web/features/people/members/member-queries.ts';
import { askForPause, useIsPaused } from '#web/features/publishing/pause/pause-store.ts';
import { withoutBase } from '#web/lib/base.ts';
import { classes } from '#web/lib/classes.ts';
import { laterComponent } from '#web/lib/later.ts';
import { Button } from '#web/ui/Button.tsx';
import { Menu, MenuChoice, MenuItem } from '#web/ui/overlays/Menu.tsx';
import { goToWorkspace } from './go-to-workspace.ts';
import { pageAt } from './page-at.ts';

const NewWorkspace = laterComponent(() =>
  import('#web/features/people/members/NewWorkspace.tsx').then((module) => module.NewWorkspace),
);

const NONE: Places = [];

/** The workspace of this tab; switches to another one, and links to its members. */
export function WorkspaceMenu({
  collapsed,
  onNavigate,
}: {
  collapsed: boolean;
  onNavigate?: (() => void) | undefined;
}) {
  const { name, id: present } = useWorkspace().data ?? {};
  const places = useWorkspaces().data ?? NONE;
  useWorkspaceWithContent(present, places);
  const navigate = useNavigate();
  const mayPause = useCan('decide');
  const isPaused = useIsPaused();
  const [making, setMaking] = useState(false);

  function choose(id: string) {
    onNavigate?.();
    if (id === String(present)) return;
    goToWorkspace(Number(id));
  }

  return (
    <>
      <Menu
        align="start"
        trigger={
          <Button
            variant="ghost"
            size="bar"
            aria-label={`Workspace: ${name ?? ''}`}
            title={collapsed ? name : undefined}
            className={classes('w-full min-w-0', collapsed ? 'px-0' : 'justify-start px-2.5')}
          >
            <Building2 size={16} aria-hidden className="shrink-0" />
            {!collapsed && (
              <>
                <span className="min-w-0 grow truncate text-left">{name}</span>
                <ChevronsUpDown size={14} aria-hidden className="shrink-0 text-muted" />
              </>
            )}
          </Button>
        }
      >
        {places.length > 1 && (
          <MenuChoice
            label="Workspace"
            value={String(present)}
            options={places.map((place) => ({ value: String(place.id), label: place.name }))}
            onChange={choose}
          />
        )}
        <MenuItem
          icon={Users}
          onSelect={() => {
            onNavigate?.();
            void navigate(paths.members);
          }}
        >
          Members
        </MenuItem>
        <MenuItem
          icon={Building2}
          onSelect={() => {
            onNavigate?.();
            void navigate(paths.workspace);
          }}
        >
          Workspace settings
        </MenuItem>
        <MenuItem icon={Plus} onSelect={() => setMaking(true)}>
          New workspace
        </MenuItem>
        {mayPause && (
          <MenuItem
            icon={OctagonPause}
            onSelect={() => {
              onNavigate?.();
              askForPause();
            }}
          >
            {isPaused ? 'Resume publishing…' : 'Pause all publishing…'}
          </MenuItem>
        )}
      </Menu>
      {making && (
        <NewWorkspace onMade={(id) => goToWorkspace(id)} onClose={() => setMaking(false)} />
      )}
    </>
  );
}

type Places = NonNullable<ReturnType<typeof useWorkspaces>['data']>;

/** Once for a page: nobody is led away from what they do. */
let considered = false;

/**
 * On a new device nothing is chosen yet: who has an empty workspace of their own, and works in
 * another one, goes there.
 */
function useWorkspaceWithContent(present: number | undefined, places: Places) {
  useEffect(() => {
    const shown = places.find(({ id }) => id === present);
    if (!shown || considered) return;
    considered = true;
    const pathname = withoutBase(window.location.pathname);
    const editors: (string | undefined)[] = [paths.createContent(), paths.editContent(':id')];
    const writes = editors.includes(pageAt(pathname)?.page.path);
    if (!shown.is_empty || writes || hasChosenWorkspace()) return;
    const other = places.find(({ is_empty: isEmpty }) => !isEmpty);
    if (other) goToWorkspace(other.id, pathname + window.location.search);
  }, [present, places]);
}
