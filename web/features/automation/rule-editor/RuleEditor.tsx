import { useEffect, useRef, useState } from 'react';
import type { Rule } from '#contract/automation/rules.ts';
import { sentence } from '#contract/automation/rules-sentence.ts';
import type { UnfinishedRule } from '#contract/automation/rules-settings.ts';
import { useAuth } from '#web/api/auth-store.ts';
import { useCan } from '#web/api/workspace.ts';
import { RuleRuns } from '#web/features/automation/rule-runs/RuleRuns.tsx';
import { Sentence } from '#web/features/automation/rules/Sentence.tsx';
import { namesOf, useRuleChoices } from '#web/features/automation/rules/use-names.ts';
import { PHONE, useMedia } from '#web/lib/use-media.ts';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { Segments } from '#web/ui/fields/Segments.tsx';
import { LeaveGuard } from '#web/ui/overlays/LeaveGuard.tsx';
import type { Opened } from './Block.tsx';
import { DryRunPanel } from './DryRunPanel.tsx';
import { focusGap } from './focus-gap.ts';
import { RuleForm } from './RuleForm.tsx';
import { RuleHead } from './RuleHead.tsx';
import { useRuleEditor } from './use-rule-editor.ts';

type Props = {
  /** Undefined for a new one. */
  rule?: Rule | undefined;
  /** What the form begins with. */
  begin: UnfinishedRule;
  /** Whether it is tried at once. */
  tries?: boolean;
  /** After a new one was saved for the first time, before its own page is opened. */
  onMade: (rule: Rule) => void;
};

/** A rule as a sentence and a form; beside it what it would have done, and what it did. */
export function RuleEditor({ rule, begin, tries = false, onMade }: Props) {
  const choices = useRuleChoices();
  const me = useAuth(({ user }) => user?.name) ?? '';
  const writes = useCan('write');
  const isPhone = useMedia(PHONE);
  const [opened, setOpened] = useState<Opened>();
  const wide = useMedia('(min-width: 1024px)');
  const [view, setView] = useState<'rule' | 'try' | 'runs'>(tries ? 'try' : 'rule');
  const [problemAt, setProblemAt] = useState<string>();
  const editor = useRuleEditor(rule, begin, {
    onProblem: (first) => {
      setView('rule');
      setProblemAt(first);
    },
    onMade,
  });
  const { text, change, saved, failure, problems, isDirty, isCurrent, dry } = editor;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, where a link asked for it
  useEffect(() => {
    if (tries && writes) editor.tryIt();
  }, []);
  useSaveKey(writes, editor.keep);
  // What others switched or ran.
  const live = rule && saved && rule.version >= saved.version ? rule : saved;
  /** Leads to what is missing in a block. */
  function lead(block: string) {
    if (isPhone && block !== 'actions') setOpened({ block, atGap: true });
    else focusGap(document.querySelector(`[data-block="${block}"]`));
  }
  // Once the form is there, which may not be the part of the page that is shown.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time that it is said
  useEffect(() => {
    if (problemAt === undefined) return;
    setProblemAt(undefined);
    if (problemAt === 'name') document.getElementById('rule-name')?.focus();
    else lead(problemAt);
  }, [problemAt]);
  const form = choices ? (
    <RuleForm
      rule={text}
      choices={choices}
      problems={problems}
      tried={isCurrent ? dry.data : undefined}
      maker={writes ? me : (saved?.maker?.name ?? '')}
      writes={writes}
      opened={opened}
      onOpen={setOpened}
      onGap={lead}
      onChange={change}
    />
  ) : (
    <Skeleton className="h-96" />
  );
  return (
    <div className="flex min-w-0 grow flex-col">
      <title>{text.name || 'New rule'}</title>
      <RuleHead
        rule={live}
        name={text.name}
        problem={problems.get('name')}
        isDirty={isDirty}
        isSaving={editor.isSaving}
        turnsOff={editor.turnsOff}
        onName={(name) => change({ name })}
        onSave={(waits) => void editor.keep(waits)}
        onTry={() => {
          setView('try');
          editor.tryIt();
        }}
        onDeleted={() => {
          // Nothing is left that could be saved.
          editor.dirty.current = false;
        }}
      />
      {!wide && (
        <div className="px-4 pt-3">
          <Segments
            label="Part of the page"
            value={view}
            options={[
              { value: 'rule', label: 'Rule' },
              { value: 'try', label: 'Try it' },
              { value: 'runs', label: live ? `Runs ${live.runs}` : 'Runs' },
            ]}
            onChange={setView}
          />
        </div>
      )}
      <div className="grid min-h-0 grow lg:grid-cols-[minmax(0,1fr)_400px] min-[85rem]:grid-cols-[minmax(0,1fr)_560px]">
        {(wide || view === 'rule') && (
          <div className="min-w-0 p-4 lg:p-6">
            {failure && (
              <div className="mb-4">
                <Alert>{failure}</Alert>
              </div>
            )}
            {live?.pause_reason && (
              <div className="mb-4">
                <Alert>Paused: {live.pause_reason}</Alert>
              </div>
            )}
            {live?.warning && <p className="mb-4 text-warning">{live.warning}</p>}
            <p aria-live="polite" className="mb-6 text-[15px] leading-6">
              <Sentence
                segments={sentence(text, namesOf(choices))}
                {...(writes && choices && { onGap: lead })}
              />
            </p>
            {form}
          </div>
        )}
        {(wide || view !== 'rule') && (
          <div className="flex min-w-0 flex-col gap-4 border-line bg-page p-4 lg:border-l">
            {(wide || view === 'try') && (
              <DryRunPanel
                result={dry.data}
                isCurrent={isCurrent}
                isTrying={dry.isPending}
                isStopped={dry.isStopped}
                error={dry.failure}
                onStop={dry.stop}
                onTry={writes ? editor.tryIt : undefined}
              />
            )}
            {(wide || view === 'runs') && <RuleRuns rule={saved?.id} />}
          </div>
        )}
      </div>
      <LeaveGuard
        dirty={editor.dirty}
        question="What you changed in this rule has not been saved."
      />
    </div>
  );
}

/** Saves by Ctrl or Command and S, also while nothing on the page has the focus. */
function useSaveKey(writes: boolean, save: () => Promise<void>) {
  const keep = useRef(save);
  keep.current = save;
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      if (writes) void keep.current();
    }
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [writes]);
}
