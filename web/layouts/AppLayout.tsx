import { Keyboard, Menu } from 'lucide-react';
import { Dialog } from 'radix-ui';
import { useState } from 'react';
import { Outlet } from 'react-router';
import { useLive } from '#web/api/live.ts';
import { AddressBanner } from '#web/features/account/AddressBanner.tsx';
import { classes } from '#web/lib/classes.ts';
import { Button } from '#web/ui/Button.tsx';
import { MenuItem } from '#web/ui/Menu.tsx';
import { Breadcrumbs } from './Breadcrumbs.tsx';
import { CommandPalette, PaletteButton } from './CommandPalette.tsx';
import { Header } from './Header.tsx';
import { Notifications } from './Notifications.tsx';
import { Shortcuts, useShortcuts } from './Shortcuts.tsx';
import { Sidebar } from './Sidebar.tsx';

const STORED = 'sidebar-collapsed';

/** The layout for members: header, sidebar (a drawer on a phone), breadcrumbs. */
export function AppLayout() {
  useLive();
  const [collapsed, setCollapsed] = useState(() => localStorage.getItem(STORED) === 'true');
  function toggle() {
    localStorage.setItem(STORED, String(!collapsed));
    setCollapsed(!collapsed);
  }
  return (
    <div className="flex min-h-dvh flex-col">
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
        <Drawer />
      </Header>
      <div className="flex grow">
        <aside
          className={classes(
            'sticky top-14 hidden h-[calc(100dvh-3.5rem)] shrink-0 border-line border-r bg-surface transition-[width] duration-150 md:block',
            collapsed ? 'w-[64px]' : 'w-[256px]',
          )}
        >
          <Sidebar collapsed={collapsed} onToggle={toggle} />
        </aside>
        <main id="main" tabIndex={-1} className="min-w-0 outline-none grow px-4 py-6 lg:px-8">
          <div className="mx-auto max-w-6xl">
            <AddressBanner />
            <Breadcrumbs />
            <Outlet />
          </div>
        </main>
      </div>
      <Shortcuts />
      <CommandPalette />
    </div>
  );
}

function Drawer() {
  const [open, setOpen] = useState(false);
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger asChild>
        <Button variant="ghost" size="icon" aria-label="Open menu" className="md:hidden">
          <Menu size={18} aria-hidden />
        </Button>
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-black/50" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed inset-y-0 left-0 z-50 w-[256px] border-line border-r bg-surface shadow-float"
        >
          <Dialog.Title className="sr-only">Menu</Dialog.Title>
          <Sidebar onNavigate={() => setOpen(false)} />
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
