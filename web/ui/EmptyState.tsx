import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

/** An empty state with a hint and the button for the next step. */
export function EmptyState({
  icon: Icon,
  title,
  hint,
  children,
}: {
  icon: LucideIcon;
  title: string;
  hint?: string;
  children?: ReactNode;
}) {
  return (
    <div className="flex flex-col items-center gap-2 rounded-base border border-line border-dashed px-4 py-10 text-center">
      <Icon size={24} aria-hidden className="text-muted" />
      <p className="font-medium">{title}</p>
      {hint && <p className="text-muted">{hint}</p>}
      {children && <div className="pt-2">{children}</div>}
    </div>
  );
}
