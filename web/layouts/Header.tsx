import { ChevronDown, Keyboard, LogOut, Menu as MenuIcon, Settings } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, NavLink, useLocation, useNavigate } from 'react-router';
import { useAuth } from '#web/api/auth-store.ts';
import { signOut } from '#web/features/auth/session.ts';
import { classes } from '#web/lib/classes.ts';
import { paths } from '#web/lib/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { Logo } from '#web/ui/Logo.tsx';
import { Menu, MenuItem } from '#web/ui/Menu.tsx';
import { useShortcuts } from './Shortcuts.tsx';
import { ThemeMenu } from './ThemeMenu.tsx';

const marketing = [
  { to: paths.features, label: 'Features' },
  { to: paths.pricing, label: 'Pricing' },
  { to: paths.about, label: 'About' },
];

/** The bar above every page that has one; what it offers depends on who looks (section 2, 'Shell'). `inside`: on a page for members. */
export function Header({ inside = false, children }: { inside?: boolean; children?: ReactNode }) {
  const signedIn = useAuth((state) => state.isAuthenticated);
  const { pathname } = useLocation();
  const links = [
    ...(signedIn ? [{ to: paths.content, label: 'Content' }] : []),
    ...(!signedIn || pathname === paths.home ? marketing : []),
  ];
  return (
    <header className="sticky top-0 z-30 flex h-14 items-center gap-2 border-line border-b bg-surface px-4">
      <a
        href="#main"
        className="-translate-y-20 absolute top-2 left-2 z-50 rounded-base bg-accent-solid px-3 py-2 text-on-accent focus:translate-y-0"
      >
        Skip to content
      </a>
      {children}
      <Link to={paths.home} aria-label="Home" className="mr-2 rounded-base">
        <Logo />
      </Link>
      <nav
        aria-label="Main"
        className={classes('items-center gap-1', signedIn && links.length === 1 ? 'flex' : 'hidden sm:flex')}
      >
        {links.map(({ to, label }) => (
          <NavLink
            key={to}
            to={to}
            className="rounded-base px-3 py-1.5 font-medium text-muted hover:bg-hover hover:text-text aria-[current]:text-text"
          >
            {label}
          </NavLink>
        ))}
      </nav>
      <div className="ml-auto flex min-w-0 items-center gap-2">
        <ThemeMenu />
        {signedIn ? <UserMenu inside={inside} /> : <VisitorButtons />}
        {links.length > 1 && <LinksMenu links={links} />}
      </div>
    </header>
  );
}

/** The links in a menu, where there is no room for them in a row. */
function LinksMenu({ links }: { links: { to: string; label: string }[] }) {
  const navigate = useNavigate();
  return (
    <Menu
      trigger={
        <Button variant="ghost" size="icon" aria-label="Pages" className="sm:hidden">
          <MenuIcon size={18} aria-hidden />
        </Button>
      }
    >
      {links.map(({ to, label }) => (
        <MenuItem key={to} onSelect={() => navigate(to)}>
          {label}
        </MenuItem>
      ))}
    </Menu>
  );
}

function VisitorButtons() {
  return (
    <>
      <Button asChild variant="ghost">
        <Link to={paths.login}>Sign In</Link>
      </Button>
      <Button asChild variant="primary">
        <Link to={paths.register}>Get Started</Link>
      </Button>
    </>
  );
}

function UserMenu({ inside }: { inside: boolean }) {
  const user = useAuth((state) => state.user);
  const navigate = useNavigate();
  const logout = () => (inside ? navigate(paths.login, { state: { signingOut: true } }) : signOut());
  return (
    <Menu
      trigger={
        <Button variant="ghost" className="min-w-0 shrink">
          <span className="max-w-40 truncate">{user?.name}</span>
          <ChevronDown size={16} aria-hidden />
        </Button>
      }
    >
      {inside && (
        <MenuItem icon={Keyboard} onSelect={() => useShortcuts.setState({ open: true })}>
          Keyboard shortcuts
        </MenuItem>
      )}
      <MenuItem icon={Settings} onSelect={() => navigate(paths.settings)}>
        Settings
      </MenuItem>
      <MenuItem icon={LogOut} onSelect={logout}>
        Logout
      </MenuItem>
    </Menu>
  );
}
