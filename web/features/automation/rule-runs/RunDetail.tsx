import {
  CircleCheck,
  CircleDashed,
  CircleMinus,
  CircleX,
  ExternalLink,
  Eye,
  Info,
  type LucideIcon,
  RotateCcw,
  Undo2,
} from 'lucide-react';
import { Link } from 'react-router';
import type { Run, RunStep } from '#contract/automation/rules-runs.ts';
import { paths } from '#contract/paths.ts';
import { useCan, useZone } from '#web/api/workspace.ts';
import { type RunAction, useRunAction } from '#web/features/automation/rules/rule-queries.ts';
import { StatusBadge } from '#web/features/content/items/StatusBadge.tsx';
import { classes } from '#web/lib/classes.ts';
import { capitalise } from '#web/lib/text.ts';
import { timeOfDay, zonedTime } from '#web/lib/time/time.ts';
import { Button } from '#web/ui/Button.tsx';
import { TextLink } from '#web/ui/TextLink.tsx';

const STEP_ICONS: Record<RunStep['state'], { icon: LucideIcon; tone: string }> = {
  done: { icon: CircleCheck, tone: 'text-accent' },
  left_out: { icon: CircleMinus, tone: 'text-muted' },
  failed: { icon: CircleX, tone: 'text-danger' },
  not_reached: { icon: CircleDashed, tone: 'text-muted' },
  waits: { icon: Eye, tone: 'text-warning' },
};

const tookText = (ms: number) =>
  ms < 1000
    ? `took ${ms} ms`
    : `took ${(ms / 1000).toLocaleString('en', { maximumFractionDigits: 1 })} s`;

/** One run: its steps, what came of each, and what can be done about it. */
export function RunDetail({ run, onRun }: { run: Run; onRun: (id: number) => void }) {
  const { id, number, rule, title, at, took, steps, acted_as, undo_text } = run;
  const acted = run.state !== 'waits' && run.state !== 'left_out';
  const writes = useCan('write');
  const zone = useZone();
  const act = useRunAction((next) => onRun(next.id));
  const button = (action: RunAction, label: string, icon: LucideIcon) => {
    const Icon = icon;
    return (
      <Button
        busy={act.isPending && act.variables?.action === action}
        onClick={() => act.mutate({ id, action })}
      >
        <Icon size={16} aria-hidden /> {label}
      </Button>
    );
  };
  return (
    <>
      <header className="flex flex-wrap items-start gap-3 border-line border-b p-4">
        <div className="min-w-0 grow basis-56">
          <h2 dir="auto" className="break-words font-semibold text-[15px]">
            {title}
          </h2>
          <p className="text-muted text-xs">
            Run {number} of <TextLink to={paths.automation(rule.id)}>{rule.name}</TextLink> ·{' '}
            {zonedTime(at, zone)}
            {acted && took !== null && ` · ${tookText(took)}`}
          </p>
          <p className={classes('mt-1', run.state === 'failed' ? 'text-danger' : 'text-muted')}>
            {capitalise(run.result)}
          </p>
        </div>
        {writes && (
          <div className="flex flex-wrap gap-2">
            {run.state === 'waits' && button('goOn', 'Let it go on', CircleCheck)}
            {run.state === 'waits' && button('leaveOut', 'Leave it out', CircleMinus)}
            {run.can_undo && button('undo', 'Undo', Undo2)}
            {run.can_run_again && button('again', 'Run again', RotateCcw)}
          </div>
        )}
      </header>
      <ol className="flex flex-col gap-4 p-4">
        {steps.map((step, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps have no other identity
          <Step key={at} step={step} showsItem={isLastOf(steps, at)} />
        ))}
      </ol>
      <footer className="mx-4 border-line border-t py-4 text-[13px] text-muted">
        {acted && <p>{acted_as}</p>}
        {undo_text && (
          <p className="mt-2 flex gap-2">
            <Info size={16} aria-hidden className="mt-0.5 shrink-0" /> {undo_text}
          </p>
        )}
      </footer>
    </>
  );
}

/** Whether no later step names the same post: each post is shown once, where it was changed last. */
const isLastOf = (steps: readonly RunStep[], at: number) =>
  !steps.slice(at + 1).some(({ item }) => item && item.id === steps[at]?.item?.id);

/** The words of a trigger begin with their own. */
const PARTS: Record<RunStep['part'], string> = {
  trigger: '',
  condition: 'If: ',
  action: 'Then: ',
  becomes: 'And: ',
};

function Step({ step, showsItem }: { step: RunStep; showsItem: boolean }) {
  const { part, text, state, result, at, item, link } = step;
  const zone = useZone();
  const { icon: Icon, tone } = STEP_ICONS[state];
  return (
    <li className="flex gap-3">
      <Icon size={16} aria-hidden className={classes('mt-0.5 shrink-0', tone)} />
      <div className="min-w-0 grow">
        <p className="flex gap-3">
          <span className="min-w-0 grow break-words">
            {PARTS[part]}
            {text}
          </span>
          {at && (
            <span className="shrink-0 text-muted text-xs tabular-nums">{timeOfDay(at, zone)}</span>
          )}
        </p>
        {(result || state === 'not_reached') && (
          <p
            className={classes(
              'break-words text-[13px]',
              state === 'failed' ? 'text-danger' : 'text-muted',
            )}
          >
            {result ?? 'Not reached'}
          </p>
        )}
        {link && (
          <Button asChild className="mt-2">
            <a href={link} target="_blank" rel="noreferrer">
              <ExternalLink size={16} aria-hidden /> Open the entry
            </a>
          </Button>
        )}
        {item && showsItem && (
          <div className="mt-2 flex flex-wrap items-center gap-3 rounded-base border border-line bg-surface p-3">
            <span className="min-w-0 grow basis-40">
              <span dir="auto" className="block truncate font-medium">
                {item.title}
              </span>
              <span className="text-muted text-xs">#{item.id}</span>
            </span>
            <StatusBadge status={item.status} />
            <Button asChild>
              <Link to={paths.previewContent(item.id)}>Open</Link>
            </Button>
          </div>
        )}
      </div>
    </li>
  );
}
