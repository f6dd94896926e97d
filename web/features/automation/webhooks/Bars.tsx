import type { Webhook } from '#contract/automation/webhooks.ts';
import { classes } from '#web/lib/classes.ts';

type Outcome = Webhook['latest'][number];

/** Height and colour say it; a sentence beside them says it, too. */
const LOOKS: Record<Outcome, string> = {
  accepted: 'h-3 bg-(--jade-9)',
  retried: 'h-5 bg-(--amber-9)',
  failed: 'h-5 bg-(--tomato-9)',
  waiting: 'h-2 bg-(--slate-7)',
};

/** The outcomes of the latest deliveries, the newest one on the right. */
export const Bars = ({ latest }: Pick<Webhook, 'latest'>) => (
  <span aria-hidden className="flex h-5 items-end gap-0.5 overflow-hidden">
    {latest.map((outcome, place) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a bar is nothing but its place and its look
      <span key={place} className={classes('w-[3px] shrink-0 rounded-full', LOOKS[outcome])} />
    ))}
  </span>
);
