import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Rule } from '#contract/automation/rules.ts';
import { misfits } from '#contract/automation/rules-sentence.ts';
import type { UnfinishedRule } from '#contract/automation/rules-settings.ts';
import { paths } from '#contract/paths.ts';
import { ApiError } from '#web/api/client.ts';
import { useSaveRule, useTryText } from '#web/features/automation/rules/rule-queries.ts';
import { useTemplate } from '#web/features/reusable/templates/template-queries.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import { checkRule, type Problems } from './rule-form.ts';

const textOf = ({ name, trigger, conditions, actions, becomes }: UnfinishedRule) => ({
  ...{ name, trigger, conditions, actions, becomes },
});
/** Without its name, which a dry run does not depend on. */
const tryKeyOf = (rule: UnfinishedRule) => JSON.stringify({ ...textOf(rule), name: '' });

/**
 * The text of a rule while it is written, what it would have done, and saving it.
 * @param on `onProblem` leads to the first block in which something is missing; `onMade` is called where a
 * new rule was saved, before its page is opened
 */
export function useRuleEditor(
  rule: Rule | undefined,
  begin: UnfinishedRule,
  { onProblem, onMade }: { onProblem: (first: string) => void; onMade: (rule: Rule) => void },
) {
  const navigate = useNavigate();
  const written = useRuleText(rule, begin);
  const { saved, setSaved, text, setText, isDirty, dirty, setSavedText } = written;
  const [shows, setShows] = useState<'all' | 'but the name'>();
  const [failure, setFailure] = useState<string>();
  const save = useSaveRule();
  const variables = useVariables(text);
  const { text: complete, problems } = checkRule(text, variables);
  const { tryText, proof, ...trying } = useTrying(text);
  const turnsOff = written.isOtherThanOn && !proof;

  function tryIt() {
    // A new rule is tried before it has a name.
    const named = checkRule(text.name.trim() ? text : { ...text, name: 'A rule' }, variables);
    setShows('but the name');
    if (!named.text) return onProblem(firstOf(named.problems));
    tryText({ id: isDirty ? undefined : saved?.id, body: named.text });
  }

  async function keep(firstRunWaits = false) {
    setShows('all');
    if (!complete) return onProblem(firstOf(problems));
    if (save.isPending) return;
    setFailure(undefined);
    try {
      const made = await save.mutateAsync({
        ...complete,
        first_run_waits: firstRunWaits,
        ...(proof && { proof }),
        ...(saved && { id: saved.id, version: saved.version }),
      });
      // The page of the rule is opened with what was typed meanwhile, and nothing is left.
      dirty.current = false;
      setSaved(made);
      setSavedText(text);
      const isOff = turnsOff ? '. It is off until you try the change' : '';
      toast({ title: 'Success', description: `Rule ‘${made.name}’ saved${isOff}` });
      if (saved) return;
      onMade(made);
      void navigate(paths.automation(made.id), { replace: true });
    } catch (error) {
      const theirs = savedByOthers(error);
      // Saved again, it replaces the one that the person was told of.
      if (theirs) setSaved(theirs);
      setFailure(`${sentenceOf(error)}${theirs ? ' Save again to replace it with yours.' : ''}`);
    }
  }
  return {
    text,
    change: (part: Partial<UnfinishedRule>) => setText({ ...text, ...part }),
    saved,
    /** What is missing: said after it was tried or saved for the first time. */
    problems: shownProblems(text, problems, shows),
    failure,
    isDirty,
    dirty,
    isSaving: save.isPending,
    /** Whether saving turns it off: it is on, and its change was not tried. */
    turnsOff,
    ...trying,
    tryIt,
    keep,
  };
}

const firstOf = (problems: Problems) => [...problems.keys()][0] ?? 'trigger';

/** What does not fit is shown at once: it was chosen. */
function shownProblems(
  rule: UnfinishedRule,
  problems: Problems,
  shows: 'all' | 'but the name' | undefined,
): Problems {
  if (shows === 'all') return problems;
  if (shows) return new Map([...problems].filter(([where]) => where !== 'name'));
  return new Map(rule.trigger ? misfits(rule).map(({ path, text }) => [path, text]) : []);
}

/** What the text would have done. */
function useTrying(text: UnfinishedRule) {
  const dry = useTryText();
  const [triedKey, setTriedKey] = useState<string>();
  const isCurrent = triedKey === tryKeyOf(text);
  return {
    dry: { ...dry, failure: dry.error && !dry.isStopped ? sentenceOf(dry.error) : undefined },
    /** Whether the dry run is of the text as it is. */
    isCurrent,
    proof: isCurrent ? dry.data?.proof : undefined,
    tryText(asked: Parameters<typeof dry.mutate>[0]) {
      setTriedKey(tryKeyOf(text));
      dry.mutate(asked);
    },
  };
}

/** What the template of the draft asks for. */
function useVariables({ actions }: UnfinishedRule) {
  const draft = actions.find((action) => action.kind === 'draft');
  const template = draft?.from === 'trigger' ? null : draft?.template;
  return useTemplate(template ?? undefined).data?.variables;
}

/** The text, and the rule as it was last saved; what others save is taken over while nothing is changed. */
function useRuleText(rule: Rule | undefined, begin: UnfinishedRule) {
  const [saved, setSaved] = useState(rule);
  const [text, setText] = useState<UnfinishedRule>(() => textOf(begin));
  const [savedText, setSavedText] = useState<UnfinishedRule>(() => textOf(rule ?? begin));
  const isDirty = JSON.stringify(text) !== JSON.stringify(savedText);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when somebody has saved it
  useEffect(() => {
    if (!rule || !saved || rule.version <= saved.version || isDirty) return;
    setSaved(rule);
    setText(textOf(rule));
    setSavedText(textOf(rule));
  }, [rule]);
  // Read while the page is left, which may be in the moment of saving.
  const dirty = useRef(isDirty);
  dirty.current = isDirty;
  const live = rule && saved && rule.version >= saved.version ? rule : saved;
  /** Whether the rule is on, and would do something else with this text. */
  const isOtherThanOn = live?.state === 'on' && tryKeyOf(text) !== tryKeyOf(savedText);
  return { saved, setSaved, text, setText, isDirty, dirty, isOtherThanOn, setSavedText };
}

/** The rule that somebody else has saved meanwhile. */
const savedByOthers = (error: unknown) =>
  error instanceof ApiError && error.code === 'stale' ? (error.body.current as Rule) : undefined;

/** The first message of the API, without the name of its field. */
const sentenceOf = (error: unknown) =>
  (error instanceof ApiError && Object.values(error.fields)[0]?.[0]) ||
  (error as Error).message ||
  'That didn’t work. Nothing was changed.';
