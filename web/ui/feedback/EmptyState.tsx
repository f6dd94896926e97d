import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

/** An empty state with a hint and the button for the next step. */
export function EmptyState({
  icon: Icon,
  title,
  hint,
  isPage,
  children,
}: {
  icon: LucideIcon;
  title: string;
  hint?: string;
  /** It is all of the page: its title is the heading. */
  isPage?: boolean;
  children?: ReactNode;
}) {
  const Title = isPage ? 'h1' : 'p';
  return (
    <div className="flex flex-col items-center gap-2 rounded-base border border-line border-dashed px-4 py-10 text-center">
      <Icon size={24} aria-hidden className="text-muted" />
      <Title className="font-medium">{title}</Title>
      {hint && <p className="text-muted">{hint}</p>}
      {children && <div className="pt-2">{children}</div>}
    </div>
  );
}
