import {
  ChevronRight,
  CircleMinus,
  CircleX,
  CopyCheck,
  FilePlus2,
  type LucideIcon,
  RotateCcw,
  Send,
  Square,
  Zap,
} from 'lucide-react';
import { useRef, useState } from 'react';
import { type DryRun, TRY_DAYS } from '#contract/automation/rules.ts';
import { useZone } from '#web/api/workspace.ts';
import { NetworkMark } from '#web/features/networks/NetworkMark.tsx';
import { classes } from '#web/lib/classes.ts';
import { zonedTime } from '#web/lib/time/time.ts';
import { Button } from '#web/ui/Button.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';

type Result = DryRun['results'][number];

const OUTCOMES: Record<Result['outcome'], { icon: LucideIcon; tone: string }> = {
  publish: { icon: Send, tone: 'text-danger' },
  draft: { icon: FilePlus2, tone: 'text-accent' },
  act: { icon: Zap, tone: 'text-accent' },
  left_out: { icon: CircleMinus, tone: 'text-muted' },
  known: { icon: CopyCheck, tone: 'text-muted' },
  fail: { icon: CircleX, tone: 'text-danger' },
};

const SHOWN = 5;

type Props = {
  result: DryRun | undefined;
  /** Whether it is that of the text as it is. */
  isCurrent: boolean;
  isTrying: boolean;
  error: string | undefined;
  /** Whether the last one was ended before it had a result. */
  isStopped: boolean;
  onTry: (() => void) | undefined;
  onStop: () => void;
};

/** What a rule would have done, without doing it. */
export function DryRunPanel(props: Props) {
  const { result, isCurrent, isTrying, isStopped, error, onTry, onStop } = props;
  const again = useRef<HTMLButtonElement>(null);
  const [all, setAll] = useState(false);
  const results = result?.results ?? [];
  return (
    <section aria-labelledby="dry-run" className="rounded-base border border-line bg-surface">
      <div className="flex flex-wrap items-start gap-3 p-4">
        <div className="min-w-0 grow basis-56">
          <h2 id="dry-run" className="font-semibold">
            What would it have done in the last {TRY_DAYS} days?
          </h2>
          <p role="status" className="text-muted text-xs">
            {isTrying
              ? `Looking at what has happened in ${TRY_DAYS} days…`
              : isStopped && !result
                ? 'Stopped. Nothing was made or sent.'
                : result && isCurrent
                  ? 'Tried with this text of the rule. Nothing was made or sent.'
                  : result
                    ? 'The rule has changed. Try it again.'
                    : 'It is tried on what has happened. Nothing is made or sent.'}
          </p>
        </div>
        {onTry && (
          <div className="flex flex-wrap gap-2">
            {isTrying && (
              <Button
                variant="ghost"
                onClick={() => {
                  // The button goes with what it stops.
                  again.current?.focus();
                  onStop();
                }}
              >
                <Square size={14} aria-hidden /> Stop
              </Button>
            )}
            <Button ref={again} busy={isTrying} onClick={onTry}>
              <RotateCcw size={16} aria-hidden /> {result ? 'Try again' : 'Try it'}
            </Button>
          </div>
        )}
      </div>
      {isTrying && (
        <div
          role="progressbar"
          aria-label="Trying the rule"
          className="h-1 animate-pulse bg-accent-solid"
        />
      )}
      {error && (
        <div className="px-4 pb-4">
          <Alert>{error}</Alert>
        </div>
      )}
      {result && (
        <div className={classes(!isCurrent && 'opacity-60')}>
          <Sums result={result} />
          <ul className="border-line border-t">
            {results.slice(0, all ? undefined : SHOWN).map((row, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: results have no other identity
              <Row key={at} result={row} />
            ))}
          </ul>
          {results.length > SHOWN && !all && (
            <div className="p-2">
              <Button variant="link" size="small" onClick={() => setAll(true)}>
                {results.length - SHOWN} more
              </Button>
            </div>
          )}
        </div>
      )}
    </section>
  );
}

function Sums({ result }: { result: DryRun }) {
  const { events, published, drafts, acted, left_out, known, failed } = result;
  if (events === 0)
    return <p className="px-4 pb-4">It would have done nothing: there was nothing to start it.</p>;
  if (published + drafts + acted === 0 && failed === 0)
    return (
      <p className="px-4 pb-4">
        It would have done nothing. {left_out + known} of {events} would have been left out.
      </p>
    );
  const sums = [
    [published, 'published', 'text-danger'],
    [drafts, drafts === 1 ? 'draft' : 'drafts', ''],
    [acted, 'acted on', ''],
    [left_out, 'left out', ''],
    [known, 'known already', ''],
    [failed, 'failed', 'text-danger'],
  ] as const;
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1 px-4 pb-3">
      {sums
        .filter(([count]) => count > 0)
        .map(([count, label, tone]) => (
          <span key={label} className="text-muted">
            <strong className={classes('font-semibold text-base text-text tabular-nums', tone)}>
              {count}
            </strong>{' '}
            {label}
          </span>
        ))}
    </p>
  );
}

function Row({ result }: { result: Result }) {
  const { title, at, outcome, text, preview, networks, due_at } = result;
  const zone = useZone();
  const [isOpen, setOpen] = useState(false);
  const { icon: Icon, tone } = OUTCOMES[outcome];
  const hasMore = preview !== null || networks.length > 0 || due_at !== null;
  const head = (
    <>
      <Icon size={16} aria-hidden className={classes('mt-0.5 shrink-0', tone)} />
      <span className="min-w-0 grow text-left">
        <span dir="auto" className="block truncate">
          {title}
        </span>
        <span className="block text-muted text-xs">{text}</span>
      </span>
      <span className="shrink-0 text-muted text-xs">{zonedTime(at, zone)}</span>
    </>
  );
  return (
    <li className="border-line-soft border-b last:border-0">
      {hasMore ? (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="flex min-h-11 w-full items-start gap-3 px-4 py-2 hover:bg-row"
        >
          {head}
          <ChevronRight
            size={16}
            aria-hidden
            className={classes('mt-0.5 shrink-0 transition-transform', isOpen && 'rotate-90')}
          />
        </button>
      ) : (
        <div className="flex min-h-11 items-start gap-3 px-4 py-2">{head}</div>
      )}
      {isOpen && (
        <div className="mx-4 mb-3 ml-11 rounded-base border border-line bg-page p-3">
          {preview && (
            <p dir="auto" className="whitespace-pre-wrap break-words">
              {preview}
            </p>
          )}
          {(networks.length > 0 || due_at) && (
            <p className="mt-2 flex flex-wrap items-center gap-1.5 text-muted text-xs">
              {networks.map((network) => (
                <NetworkMark key={network} network={network} />
              ))}
              {due_at && <span>would go out {zonedTime(due_at, zone)}</span>}
            </p>
          )}
        </div>
      )}
    </li>
  );
}
