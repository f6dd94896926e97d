import {
  CircleCheck,
  CircleMinus,
  CircleX,
  Eye,
  LoaderCircle,
  type LucideIcon,
  Undo2,
} from 'lucide-react';
import { Link } from 'react-router';
import type { RunState, RunSummary } from '#contract/automation/rules-runs.ts';
import { useZone } from '#web/api/workspace.ts';
import { classes } from '#web/lib/classes.ts';
import { zonedTime } from '#web/lib/time/time.ts';

const RUN_ICONS: Record<RunState, { icon: LucideIcon; tone: string }> = {
  running: { icon: LoaderCircle, tone: 'text-muted' },
  done: { icon: CircleCheck, tone: 'text-accent' },
  left_out: { icon: CircleMinus, tone: 'text-muted' },
  failed: { icon: CircleX, tone: 'text-danger' },
  waits: { icon: Eye, tone: 'text-warning' },
  undone: { icon: Undo2, tone: 'text-muted' },
};

type Props = { run: RunSummary; to: string; isChosen?: boolean; showsRule?: boolean };

/** A run in a list: what it is about, and what came of it. */
export function RunRow({ run, to, isChosen = false, showsRule = true }: Props) {
  const zone = useZone();
  const { icon: Icon, tone } = RUN_ICONS[run.state];
  return (
    <li
      className={classes(
        'relative flex min-h-14 items-start gap-3 border-line-soft border-b px-4 py-2.5',
        isChosen ? 'bg-accent-soft shadow-[inset_2px_0_0_var(--accent-solid)]' : 'hover:bg-row',
      )}
    >
      <Icon size={16} aria-hidden className={classes('mt-0.5 shrink-0', tone)} />
      <span className="min-w-0 grow">
        <Link
          to={to}
          data-row={run.id}
          aria-current={isChosen || undefined}
          className="block truncate after:absolute after:inset-0"
        >
          <bdi>{run.title}</bdi>
        </Link>
        <span className="block truncate text-muted text-xs">
          {showsRule ? run.rule.name : run.result}
        </span>
      </span>
      <span className="shrink-0 text-right text-muted text-xs">
        <span className="block">{zonedTime(run.at, zone)}</span>
        {showsRule && (
          <span className={run.state === 'failed' ? 'text-danger' : undefined}>{run.result}</span>
        )}
      </span>
    </li>
  );
}
