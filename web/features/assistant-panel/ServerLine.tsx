import { Server } from 'lucide-react';
import type { Assistant } from './use-panel.ts';

/** Where texts go. */
export const ServerLine = ({ server: { host, model } }: Pick<Assistant, 'server'>) => (
  <p className="flex min-w-0 items-center gap-1.5 text-muted text-xs">
    <Server size={12} aria-hidden className="shrink-0" />
    <span className="sr-only">Texts are sent to </span>
    <span className="truncate">
      {host} · {model}
    </span>
  </p>
);
