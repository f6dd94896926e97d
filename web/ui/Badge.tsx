import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from '#web/lib/classes.ts';

const tones = {
  draft: 'bg-draft text-on-draft',
  review: 'bg-review text-on-review',
  approved: 'bg-approved text-on-approved',
  published: 'bg-published text-on-published',
  archived: 'bg-archived text-on-archived',
  plain: 'bg-sunken text-text',
};

export type Tone = keyof typeof tones;

/** A label with an icon: its meaning does not depend on colour alone. */
export function Badge({
  tone = 'plain',
  icon: Icon,
  children,
}: {
  tone?: Tone;
  icon?: LucideIcon;
  children: ReactNode;
}) {
  return (
    <span
      className={classes(
        'inline-flex h-6 max-w-full items-center gap-1.5 whitespace-nowrap rounded-full px-2.5 font-medium text-xs',
        tones[tone],
      )}
    >
      {Icon && <Icon size={12} aria-hidden className="shrink-0" />}
      <span className="inline-flex min-w-0 items-center gap-1 truncate">{children}</span>
    </span>
  );
}
