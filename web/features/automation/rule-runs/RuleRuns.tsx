import { RUN_DAYS } from '#contract/automation/rules-runs.ts';
import { paths } from '#contract/paths.ts';
import { useRuns } from '#web/features/automation/rules/rule-queries.ts';
import { TextLink } from '#web/ui/TextLink.tsx';
import { RunRow } from './RunRow.tsx';

const SHOWN = 5;

/** The latest runs of a rule; none of a new one. */
export const RuleRuns = ({ rule }: { rule: number | undefined }) => (
  <section aria-labelledby="rule-runs" className="rounded-base border border-line bg-surface">
    {rule === undefined ? (
      <h2 id="rule-runs" className="p-4 font-semibold">
        No runs yet
      </h2>
    ) : (
      <Latest rule={rule} />
    )}
  </section>
);

function Latest({ rule }: { rule: number }) {
  const { data } = useRuns({ rule });
  const first = data?.pages[0];
  return (
    <>
      <div className="flex items-baseline gap-2 border-line border-b p-4">
        <h2 id="rule-runs" className="font-semibold">
          Runs
        </h2>
        <span className="grow text-muted">{first ? `${first.all} in ${RUN_DAYS} days` : ''}</span>
        {first && first.all > 0 && <TextLink to={paths.runsOf(rule)}>All runs</TextLink>}
      </div>
      <ul>
        {first?.results.slice(0, SHOWN).map((run) => (
          <RunRow
            key={run.id}
            run={run}
            to={`${paths.runsOf(rule)}&run=${run.id}`}
            showsRule={false}
          />
        ))}
      </ul>
      {first?.all === 0 && <p className="p-4 text-muted">It has not run yet.</p>}
    </>
  );
}
