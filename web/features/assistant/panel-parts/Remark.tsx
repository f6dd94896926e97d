import { CircleAlert, CircleCheck, CircleX, Info } from 'lucide-react';
import type { ReactNode } from 'react';

const icons = {
  error: [CircleX, 'text-danger'],
  warning: [CircleAlert, 'text-warning'],
  fine: [CircleCheck, 'text-accent'],
  info: [Info, 'text-muted'],
} as const;

/** A sentence about a proposal. */
export function Remark({ kind, children }: { kind: keyof typeof icons; children: ReactNode }) {
  const [Icon, colour] = icons[kind];
  return (
    <p className="flex items-start gap-2 px-4 py-1 text-xs">
      <Icon size={16} aria-hidden className={`shrink-0 ${colour}`} />
      <span>{children}</span>
    </p>
  );
}
