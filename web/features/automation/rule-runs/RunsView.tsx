import { Workflow } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { RUN_DAYS } from '#contract/automation/rules-runs.ts';
import { AutomationsRow } from '#web/features/automation/rules/AutomationsRow.tsx';
import {
  type RunFilters,
  useRules,
  useRun,
  useRuns,
} from '#web/features/automation/rules/rule-queries.ts';
import { classes } from '#web/lib/classes.ts';
import { useChosenRow } from '#web/lib/keyboard/use-chosen-row.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { RetryAlert } from '#web/ui/feedback/RetryAlert.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { Select } from '#web/ui/fields/Select.tsx';
import { Sheet } from '#web/ui/overlays/Sheet.tsx';
import { RunDetail } from './RunDetail.tsx';
import { RunRow } from './RunRow.tsx';

/** What rules did, beside the run that is chosen. */
export function RunsView() {
  const [query, setQuery] = useSearchParams();
  const given = query.get('state');
  const state = given === 'failed' || given === 'waits' ? given : undefined;
  const rule = Number(query.get('rule') ?? 0) || undefined;
  const runs = useRuns({ rule, state });
  const rows = runs.data?.pages.flatMap(({ results }) => results) ?? [];
  const first = runs.data?.pages[0];
  const { isBeside, list, named, chosen, choose, withParameter } = useChosenRow('run', rows);
  const run = useRun(chosen);
  const detail =
    run.data && run.data.id === chosen ? (
      <RunDetail key={run.data.id} run={run.data} onRun={choose} />
    ) : run.isError ? (
      <p className="p-4 text-muted">This run no longer exists.</p>
    ) : chosen ? (
      <Skeleton className="m-4 h-64" />
    ) : null;
  return (
    <>
      <AutomationsRow view="runs" />
      {runs.isError && !runs.data && (
        <div className="p-4">
          <RetryAlert message="That didn’t load." onRetry={() => void runs.refetch()} />
        </div>
      )}
      {runs.isPending && (
        <div role="status" aria-label="Loading runs" className="p-4">
          <Skeleton className="h-64" />
        </div>
      )}
      {first && (
        <div className="grid min-h-0 grow lg:grid-cols-[400px_minmax(0,1fr)]">
          <div ref={list} className="min-w-0 border-line lg:border-r">
            <Filters
              filters={{ rule, state }}
              counts={first}
              onState={(next) => setQuery(withParameter('state', next), { replace: true })}
              onRule={(next) => setQuery(withParameter('rule', next), { replace: true })}
            />
            {rows.length === 0 ? (
              <div className="px-4 pt-16">
                <EmptyState
                  icon={Workflow}
                  title={rule || state ? 'No such run' : 'No runs yet'}
                  hint={rule || state ? undefined : 'What rules do is listed here.'}
                />
              </div>
            ) : (
              <ul aria-label="Runs">
                {rows.map((row) => (
                  <RunRow
                    key={row.id}
                    run={row}
                    to={`?${withParameter('run', row.id)}`}
                    isChosen={row.id === chosen}
                  />
                ))}
              </ul>
            )}
            {runs.hasNextPage && (
              <div className="p-3 text-center">
                <Button
                  variant="ghost"
                  busy={runs.isFetchingNextPage}
                  onClick={() => void runs.fetchNextPage()}
                >
                  Older runs
                </Button>
              </div>
            )}
            <p className="p-4 text-muted text-xs">Runs are kept for {RUN_DAYS} days.</p>
          </div>
          {isBeside ? (
            <section aria-label="Run" className="min-w-0">
              {detail}
            </section>
          ) : (
            <Sheet open={named !== undefined} onClose={() => choose(undefined)} title="Run">
              {detail}
            </Sheet>
          )}
        </div>
      )}
    </>
  );
}

type FilterProps = {
  filters: RunFilters;
  counts: { failed: number; waits: number };
  onState: (state: RunFilters['state']) => void;
  onRule: (rule: number | undefined) => void;
};

function Filters({ filters: { rule, state }, counts, onState, onRule }: FilterProps) {
  const rules = useRules().data?.rules ?? [];
  const chips = [
    { value: undefined, label: 'All' },
    { value: 'failed', label: `Failed ${counts.failed}` },
    { value: 'waits', label: `Waits ${counts.waits}` },
  ] as const;
  return (
    <div className="flex flex-wrap items-center gap-2 border-line border-b p-3">
      {chips.map(({ value, label }) => (
        <button
          key={label}
          type="button"
          aria-pressed={state === value}
          onClick={() => onState(value)}
          className={classes(
            'min-h-7 rounded-full border px-3 text-[13px] max-md:min-h-11',
            state === value ? 'border-transparent bg-accent-soft text-accent' : 'border-line',
          )}
        >
          {label}
        </button>
      ))}
      <Select
        aria-label="Rule"
        value={rule === undefined ? '' : String(rule)}
        options={[
          { value: '', label: 'All rules' },
          ...rules.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={(id) => onRule(id ? Number(id) : undefined)}
        className="ml-auto w-40"
      />
    </div>
  );
}
