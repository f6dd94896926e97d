import { ChevronDown, LogOut, Menu as MenuIcon, Settings } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, NavLink, useLocation, useNavigate } from 'react-router';
import { paths } from '#contract/paths.ts';
import { useAuth } from '#web/api/auth-store.ts';
import { ByViewer } from '#web/features/core/auth/ByViewer.tsx';
import { signOut } from '#web/features/core/auth/session.ts';
import { classes } from '#web/lib/classes.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Logo } from '#web/ui/Logo.tsx';
import { Menu, MenuItem } from '#web/ui/overlays/Menu.tsx';
import { Breadcrumbs } from './Breadcrumbs.tsx';
import { ThemeMenu } from './ThemeMenu.tsx';

const marketing = [
  { to: paths.features, label: 'Features' },
  { to: paths.pricing, label: 'Pricing' },
  { to: paths.about, label: 'About' },
];

const content = [{ to: paths.content, label: 'Content' }];

type Props = {
  /** Marks a page for members. */
  inside?: boolean;
  /** Entries of the user menu before the common ones. */
  menu?: ReactNode;
  /** Buttons before the theme button. */
  tools?: ReactNode;
  children?: ReactNode;
};

/**
 * The header; its content depends on whether somebody is signed in (docs/domain/pages.md, 'Shell').
 */
export function Header({ inside = false, menu, tools, children }: Props) {
  const { pathname } = useLocation();
  const forMembers = pathname === paths.home ? [...content, ...marketing] : content;
  return (
    <header className="sticky top-0 z-30 border-line border-b bg-surface">
      <div
        className={classes(
          'flex items-center px-4',
          inside ? 'h-12' : 'mx-auto h-14 max-w-6xl sm:gap-2',
        )}
      >
        <a
          href="#main"
          className="-translate-y-20 absolute top-2 left-2 z-50 rounded-base bg-accent-solid px-3 py-2 text-on-accent focus:translate-y-0"
        >
          Skip to content
        </a>
        {children}
        <Link to={paths.home} aria-label="PF Home" className="rounded-base sm:mr-2">
          <Logo />
        </Link>
        {inside ? (
          <Breadcrumbs />
        ) : (
          <ByViewer
            visitor={<LinksRow links={marketing} />}
            member={<LinksRow links={forMembers} />}
          />
        )}
        <div className="ml-auto flex shrink-0 items-center sm:gap-2">
          {tools}
          <ThemeMenu />
          <ByViewer
            visitor={
              <>
                <VisitorButtons quiet={pathname === paths.home || pathname === paths.contact} />
                <LinksMenu links={marketing} />
              </>
            }
            member={
              <>
                <PersonMenu inside={inside}>{menu}</PersonMenu>
                {!inside && <LinksMenu links={forMembers} />}
              </>
            }
          />
        </div>
      </div>
    </header>
  );
}

type Links = { to: string; label: string }[];

const LinksRow = ({ links }: { links: Links }) => (
  <nav
    aria-label="Main"
    className={classes('items-center gap-1', links.length === 1 ? 'flex' : 'hidden sm:flex')}
  >
    {links.map(({ to, label }) => (
      <NavLink
        key={to}
        to={to}
        className="rounded-base px-2 py-1.5 font-medium sm:px-3 text-muted hover:bg-hover hover:text-text aria-[current]:text-text"
      >
        {label}
      </NavLink>
    ))}
  </nav>
);

/** The links as a menu, on narrow screens. */
function LinksMenu({ links }: { links: Links }) {
  const navigate = useNavigate();
  if (links.length === 1) return null;
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

/**
 * `quiet`: where the page has a primary button of its own.
 */
function VisitorButtons({ quiet }: { quiet: boolean }) {
  return (
    <>
      <Button asChild variant="ghost">
        <Link to={paths.login}>Sign In</Link>
      </Button>
      <Button asChild variant={quiet ? 'secondary' : 'primary'}>
        <Link to={paths.register}>Get Started</Link>
      </Button>
    </>
  );
}

function PersonMenu({ inside, children }: { inside: boolean; children: ReactNode }) {
  const user = useAuth((state) => state.user);
  const navigate = useNavigate();
  const logout = () =>
    inside ? navigate(paths.login, { state: { signingOut: true } }) : signOut();
  return (
    <Menu
      trigger={
        <Button variant="ghost" size={inside ? 'bar' : 'normal'} className="px-2">
          {inside && <Avatar name={user?.name ?? ''} />}
          {/* In a prerendered page before-paint.js inserts the name. */}
          <span
            className={classes(
              inside ? 'truncate max-lg:sr-only lg:max-w-40' : 'max-w-18 truncate sm:max-w-40',
              !user && 'before:content-(--viewer-name)',
            )}
          >
            {user?.name}
          </span>
          <ChevronDown size={16} aria-hidden className="hidden sm:block" />
        </Button>
      }
    >
      {children}
      <MenuItem icon={Settings} onSelect={() => navigate(paths.settings)}>
        Settings
      </MenuItem>
      <MenuItem icon={LogOut} onSelect={logout}>
        Logout
      </MenuItem>
    </Menu>
  );
}
