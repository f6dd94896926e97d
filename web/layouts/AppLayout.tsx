import { Keyboard, Menu } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { useLive, useLost } from '#web/api/live.ts';
import { NewFolder } from '#web/features/content/folders/NewFolder.tsx';
import { AddressBanner } from '#web/features/people/account/AddressBanner.tsx';
import { classes } from '#web/lib/classes.ts';
import { laterComponent } from '#web/lib/later.ts';
import { useMedia } from '#web/lib/use-media.ts';
import { Button } from '#web/ui/Button.tsx';
import { Drawer } from '#web/ui/overlays/Drawer.tsx';
import { MenuItem } from '#web/ui/overlays/Menu.tsx';
import { CommandPalette, PaletteButton } from './CommandPalette.tsx';
import { Header } from './Header.tsx';
import { Notifications } from './Notifications.tsx';
import { pageAt } from './page-at.ts';
import { Shortcuts, useShortcuts } from './Shortcuts.tsx';
import { Sidebar } from './Sidebar.tsx';

/** What every page says of the installation, and of its workspace. */
const Banners = laterComponent(() => import('./Banners.tsx').then(({ Banners }) => Banners), {
  isExtra: true,
});

const Drafting = laterComponent(
  () => import('#web/features/workbench/ideas/Drafting.tsx').then(({ Drafting }) => Drafting),
  { isExtra: true },
);

const TemplateUse = laterComponent(
  () =>
    import('#web/features/reusable/templates/TemplateUse.tsx').then(
      ({ TemplateUse }) => TemplateUse,
    ),
  { isExtra: true },
);

const STORED = 'sidebar-collapsed';
const NARROW = '(max-width: 1023px)';

/** The layout for members: header with breadcrumbs, sidebar (a drawer on a phone), page. */
export function AppLayout() {
  useLive();
  const narrow = useMedia(NARROW);
  const [chosen, setChosen] = useState(() => localStorage.getItem(STORED));
  const collapsed = chosen === null ? narrow : chosen === 'true';
  const { full, wide } = pageAt(useLocation().pathname)?.page ?? {};
  // Toasts are beside the sidebar.
  useEffect(() => {
    const { style } = document.documentElement;
    style.setProperty('--sidebar', collapsed ? '64px' : '256px');
    return () => void style.removeProperty('--sidebar');
  }, [collapsed]);
  function toggle() {
    localStorage.setItem(STORED, String(!collapsed));
    setChosen(String(!collapsed));
  }
  return (
    <div className="flex min-h-dvh max-w-[1920px] flex-col">
      <Header
        inside
        tools={
          <>
            <PaletteButton />
            <Notifications />
          </>
        }
        menu={
          <MenuItem icon={Keyboard} onSelect={() => useShortcuts.setState({ open: true })}>
            Keyboard shortcuts
          </MenuItem>
        }
      >
        <MenuDrawer />
      </Header>
      <LostNotice />
      <Banners />
      <div className="flex grow">
        <aside
          className={classes(
            'sticky top-12 hidden h-[calc(100dvh-3rem)] shrink-0 border-line border-r bg-page transition-[width] duration-150 md:block',
            collapsed ? 'w-[64px]' : 'w-[256px]',
          )}
        >
          <Sidebar collapsed={collapsed} onToggle={toggle} />
        </aside>
        <main
          id="main"
          tabIndex={-1}
          className={classes('flex min-w-0 grow flex-col outline-none', full && 'bg-surface')}
        >
          <AddressBanner />
          {full ? (
            <Outlet />
          ) : (
            <div className={classes('w-full px-4 py-6 lg:px-8', !wide && 'max-w-[1088px]')}>
              <Outlet />
            </div>
          )}
        </main>
      </div>
      <Shortcuts />
      <CommandPalette />
      <NewFolder />
      <Drafting />
      <TemplateUse />
    </div>
  );
}

/** Says quietly that the page does not follow what others do. */
function LostNotice() {
  const lost = useLost((state) => state.lost);
  return (
    <p
      role="status"
      className={classes(lost && 'border-line border-b bg-surface px-4 py-2 text-muted')}
    >
      {lost && 'Not connected: changes by others will appear once the connection is back.'}
    </p>
  );
}

function MenuDrawer() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="ghost"
        size="icon"
        aria-label="Open menu"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
        className="md:hidden"
      >
        <Menu size={18} aria-hidden />
      </Button>
      <Drawer open={open} onClose={() => setOpen(false)} title="Menu">
        <Sidebar onNavigate={() => setOpen(false)} />
      </Drawer>
    </>
  );
}
