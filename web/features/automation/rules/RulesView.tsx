import { BookOpen, Plus, ShieldAlert } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { Rule } from '#contract/automation/rules.ts';
import { asText, sentence } from '#contract/automation/rules-sentence.ts';
import { paths } from '#contract/paths.ts';
import { useCan, useZone } from '#web/api/workspace.ts';
import { classes } from '#web/lib/classes.ts';
import { useKeyActions } from '#web/lib/keyboard/single-keys.ts';
import { plural } from '#web/lib/text.ts';
import { zoneName } from '#web/lib/time/time.ts';
import { Button } from '#web/ui/Button.tsx';
import { RetryAlert } from '#web/ui/feedback/RetryAlert.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { SearchInput } from '#web/ui/fields/SearchInput.tsx';
import { AutomationsRow } from './AutomationsRow.tsx';
import { DeleteRule } from './DeleteRule.tsx';
import { ReadyRules } from './ReadyRules.tsx';
import { RuleRow } from './RuleRow.tsx';
import { RunRuleNow } from './RunRuleNow.tsx';
import { useRules, useSwitchRule } from './rule-queries.ts';
import { namesOf, useRuleChoices } from './use-names.ts';

/** From this part of the daily number of runs on, it is worth a look. */
const MANY = 0.8;

/** The rules of the workspace, as sentences. */
export function RulesView() {
  const rules = useRules();
  const names = namesOf(useRuleChoices());
  const writes = useCan('write');
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [onlyUnasked, setOnlyUnasked] = useState(false);
  const [isReady, setReady] = useState(false);
  const [deleting, setDeleting] = useState<Rule>();
  const [running, setRunning] = useState<Rule>();
  const search = useRef<HTMLInputElement>(null);
  const change = useSwitchRule();
  const all = rules.data?.rules ?? [];
  const wanted = text.trim().toLocaleLowerCase();
  const rows = all
    .map((rule) => ({ rule, segments: sentence(rule, names) }))
    .filter(
      ({ rule, segments }) =>
        (!onlyUnasked || (rule.publishes_unasked && rule.state === 'on')) &&
        `${rule.name} ${asText(segments)}`.toLocaleLowerCase().includes(wanted),
    );
  const focused = ({ target }: KeyboardEvent) =>
    all.find(
      ({ id }) =>
        String(id) === (target as Element).closest<HTMLElement>('[data-rule]')?.dataset.rule,
    );
  const withRule = (run: (rule: Rule) => unknown) => (event: KeyboardEvent) => {
    const rule = focused(event);
    return rule ? run(rule) : false;
  };
  function toggle(rule: Rule) {
    if (rule.state !== 'on' && !rule.is_tried)
      return navigate(`${paths.automation(rule.id)}?try=1`);
    return change.mutate({ id: rule.id, on: rule.state !== 'on' });
  }
  function runNow(rule: Rule) {
    if (!rule.is_tried) return navigate(`${paths.automation(rule.id)}?try=1`);
    return setRunning(rule);
  }
  useKeyActions({
    '/': () => search.current?.focus(),
    r: withRule(({ id }) => navigate(paths.runsOf(id))),
    ...(writes && {
      // Buttons and switches have their own use of it.
      ' ': (event) =>
        (event.target as Element).closest('button') ? false : withRule(toggle)(event),
      t: withRule(({ id }) => navigate(`${paths.automation(id)}?try=1`)),
      '#': withRule(setDeleting),
    }),
  });
  const isEmpty = rules.data !== undefined && all.length === 0;
  return (
    <>
      <AutomationsRow view="rules">
        {!isEmpty && (
          <SearchInput
            ref={search}
            size="small"
            aria-label="Search rules"
            placeholder="Search rules..."
            value={text}
            onChange={({ target }) => setText(target.value)}
            className="w-44 max-sm:w-40"
          />
        )}
        {writes && !isEmpty && (
          <Button size="bar" onClick={() => setReady(!isReady)} aria-expanded={isReady}>
            <BookOpen size={16} aria-hidden />
            <span className="max-md:sr-only">Ready rules</span>
          </Button>
        )}
        {writes && (
          <Button asChild variant="primary" size="bar">
            <Link to={paths.automation('new')}>
              <Plus size={16} aria-hidden />
              <span className="max-sm:sr-only">New rule</span>
            </Link>
          </Button>
        )}
      </AutomationsRow>
      {rules.isError && !rules.data && (
        <div className="p-4">
          <RetryAlert message="That didn’t load." onRetry={() => void rules.refetch()} />
        </div>
      )}
      {rules.isPending && (
        <div role="status" aria-label="Loading rules" className="p-4">
          <Skeleton className="h-64" />
        </div>
      )}
      {rules.data && all.length > 0 && (
        <Sums
          runs={rules.data.runs_today}
          most={rules.data.max_runs_today}
          unasked={rules.data.publish_unasked}
          onlyUnasked={onlyUnasked}
          onUnasked={() => setOnlyUnasked(!onlyUnasked)}
        />
      )}
      {(isReady || isEmpty) && <ReadyRules names={names} />}
      {all.length > 0 && <Heads />}
      {all.length > 0 && (
        <ul aria-label="Rules">
          {rows.map(({ rule, segments }) => (
            <RuleRow
              key={rule.id}
              rule={rule}
              segments={segments}
              writes={writes}
              onSwitch={() => toggle(rule)}
              onRun={() => runNow(rule)}
              onDelete={() => setDeleting(rule)}
            />
          ))}
        </ul>
      )}
      {all.length > 0 && rows.length === 0 && <p className="p-4 text-muted">No rule matches.</p>}
      <RunRuleNow
        rule={running}
        onClose={() => setRunning(undefined)}
        onLook={(id) => void navigate(paths.runsOf(id))}
      />
      <DeleteRule
        rule={deleting}
        onClose={() => setDeleting(undefined)}
        onDeleted={() => setDeleting(undefined)}
      />
    </>
  );
}

/** What the columns of the rows are. */
const Heads = () => (
  <div
    aria-hidden
    className="flex items-center gap-3 border-line border-b px-4 py-1.5 text-muted text-xs max-md:hidden lg:px-6"
  >
    <span className="w-17">On</span>
    <span className="grow">Rule</span>
    <span className="w-36">Last run</span>
    <span className="w-40 max-lg:hidden">Next</span>
    <span className="w-8" />
  </div>
);

type SumsProps = {
  runs: number;
  most: number;
  unasked: number;
  onlyUnasked: boolean;
  onUnasked: () => void;
};

function Sums({ runs, most, unasked, onlyUnasked, onUnasked }: SumsProps) {
  const zone = useZone();
  const many = runs >= most * MANY;
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-line border-b px-4 py-1 text-[13px] text-muted lg:px-6">
      <span className={classes('tabular-nums', many && 'text-warning')}>
        {runs.toLocaleString('en')} of {most.toLocaleString('en')} runs today
      </span>
      {unasked > 0 && (
        <button
          type="button"
          aria-pressed={onlyUnasked}
          onClick={onUnasked}
          className={classes(
            'inline-flex min-h-7 items-center gap-1.5 rounded-base px-2 text-danger max-md:min-h-11',
            onlyUnasked && 'bg-danger-soft',
          )}
        >
          <ShieldAlert size={14} aria-hidden />
          {plural(unasked, 'rule')} {unasked === 1 ? 'publishes' : 'publish'} without asking
        </button>
      )}
      <span className="ml-auto max-md:hidden">Times in {zoneName(zone)}</span>
    </div>
  );
}
