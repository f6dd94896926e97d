import { Server } from 'lucide-react';
import { classes } from '#web/lib/classes.ts';

type Props = { server: { host: string; model: string }; className?: string };

/** Where texts go. */
export const ServerLine = ({ server: { host, model }, className }: Props) => (
  <p className={classes('flex min-w-0 items-center gap-1.5 text-muted text-xs', className)}>
    <Server size={12} aria-hidden className="shrink-0" />
    <span className="sr-only">Texts are sent to </span>
    <span className="truncate">
      {host} · {model}
    </span>
  </p>
);
