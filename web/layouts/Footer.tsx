import { Link } from 'react-router';
import { paths } from '#contract/paths.ts';

const links = [
  { to: paths.features, label: 'Features' },
  { to: paths.pricing, label: 'Pricing' },
  { to: paths.about, label: 'About' },
  { to: paths.contact, label: 'Contact' },
  { to: paths.terms, label: 'Terms of Service' },
  { to: paths.privacy, label: 'Privacy Policy' },
];

export function Footer() {
  return (
    <footer className="border-line border-t bg-surface">
      <nav
        aria-label="Footer"
        className="mx-auto flex max-w-6xl flex-wrap justify-center gap-x-6 gap-y-2 px-4 py-8"
      >
        {links.map(({ to, label }) => (
          <Link key={to} to={to} className="rounded-sm py-1 text-muted hover:text-text">
            {label}
          </Link>
        ))}
      </nav>
    </footer>
  );
}
