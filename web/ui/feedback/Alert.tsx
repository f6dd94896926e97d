import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

/** An error message, next to its cause. */
export function Alert({ children }: { children: ReactNode }) {
  return (
    <div
      role="alert"
      className="flex items-start gap-2 rounded-base bg-danger-soft px-3 py-2 text-text"
    >
      <CircleAlert size={16} aria-hidden className="mt-0.5 shrink-0 text-danger" />
      <div className="min-w-0">{children}</div>
    </div>
  );
}
