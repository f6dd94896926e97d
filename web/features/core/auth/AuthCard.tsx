import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '#contract/paths.ts';
import { Logo } from '#web/ui/Logo.tsx';

/** The card with the form, on pages without a navigation bar. */
export function AuthCard({
  title,
  subtitle,
  children,
  footer,
}: {
  title: string;
  subtitle?: string;
  children: ReactNode;
  footer: ReactNode;
}) {
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-md flex-col gap-6 px-4 pt-[12vh] pb-10 [@media(max-height:720px)]:pt-8">
      <Link to={paths.home} aria-label="PF Home" className="self-center rounded-base">
        <Logo large />
      </Link>
      <main className="flex flex-col gap-5 rounded-base border border-line bg-surface p-6 sm:p-8">
        <div className="flex flex-col gap-1 text-center">
          <h1 className="font-semibold text-xl">{title}</h1>
          {subtitle && <p className="text-muted">{subtitle}</p>}
        </div>
        {children}
      </main>
      <div className="text-center text-muted">{footer}</div>
    </div>
  );
}
