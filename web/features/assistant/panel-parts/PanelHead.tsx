import { Sparkles } from 'lucide-react';
import type { ReactNode } from 'react';

/** What is being done, and what belongs to it at the right. */
export const PanelHead = ({ label, children }: { label: string; children?: ReactNode }) => (
  <div className="flex h-10 items-center gap-2 px-3 max-md:h-12 max-md:px-4">
    <Sparkles size={16} aria-hidden className="shrink-0 text-muted max-md:hidden" />
    <p className="min-w-0 grow truncate font-medium text-[13px] max-md:text-[15px]">{label}</p>
    {children}
  </div>
);
