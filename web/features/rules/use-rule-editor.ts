import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Rule } from '#contract/automation/rules.ts';
import type { UnfinishedRule } from '#contract/automation/rules-settings.ts';
import { paths } from '#contract/paths.ts';
import { ApiError } from '#web/api/client.ts';
import { toast } from '#web/ui/toast.ts';
import { checkRule } from './rule-form.ts';
import { useSaveRule, useTryText } from './rule-queries.ts';

const textOf = ({ name, trigger, conditions, actions, becomes }: UnfinishedRule) => ({
  ...{ name, trigger, conditions, actions, becomes },
});
/** Without its name, which a dry run does not depend on. */
const tryKeyOf = (rule: UnfinishedRule) => JSON.stringify({ ...textOf(rule), name: '' });

/**
 * The text of a rule while it is written, what it would have done, and saving it.
 * @param on `onProblem` shows the form, where something is missing in it; `onMade` is called where a
 * new rule was saved, before its page is opened
 */
export function useRuleEditor(
  rule: Rule | undefined,
  begin: UnfinishedRule,
  { onProblem, onMade }: { onProblem: () => void; onMade: (rule: Rule) => void },
) {
  const navigate = useNavigate();
  const { saved, setSaved, text, setText, isDirty, setSavedText } = useRuleText(rule, begin);
  const [shows, setShows] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [triedKey, setTriedKey] = useState<string>();
  const save = useSaveRule();
  const dry = useTryText();
  const { text: complete, problems } = checkRule(text);
  // Read while the page is left, which may be in the moment of saving.
  const dirty = useRef(isDirty);
  dirty.current = isDirty;
  const isCurrent = triedKey === tryKeyOf(text);

  function tryIt() {
    // A new rule is tried before it has a name.
    const { text: named } = checkRule(text.name.trim() ? text : { ...text, name: 'A rule' });
    setShows(true);
    if (!named) return onProblem();
    setTriedKey(tryKeyOf(text));
    dry.mutate({ id: isDirty ? undefined : saved?.id, body: named });
  }

  async function keep(firstRunWaits = false) {
    setShows(true);
    if (!complete) return onProblem();
    if (save.isPending) return;
    setFailure(undefined);
    try {
      const made = await save.mutateAsync({
        ...complete,
        first_run_waits: firstRunWaits,
        ...(isCurrent && dry.data && { proof: dry.data.proof }),
        ...(saved && { id: saved.id, version: saved.version }),
      });
      // The page of the rule is opened with what was typed meanwhile, and nothing is left.
      dirty.current = false;
      setSaved(made);
      setSavedText(text);
      toast({ title: 'Success', description: `Rule ‘${made.name}’ saved` });
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
    /** Whether what is missing is said: after it was tried or saved for the first time. */
    shows,
    problems,
    failure,
    isDirty,
    dirty,
    isSaving: save.isPending,
    /** Whether the dry run is of the text as it is. */
    isCurrent,
    dry: { ...dry, failure: dry.error && !dry.isStopped ? sentenceOf(dry.error) : undefined },
    tryIt,
    keep,
  };
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
  return { saved, setSaved, text, setText, isDirty, setSavedText };
}

/** The rule that somebody else has saved meanwhile. */
const savedByOthers = (error: unknown) =>
  error instanceof ApiError && error.code === 'stale' ? (error.body.current as Rule) : undefined;

/** The first message of the API, without the name of its field. */
const sentenceOf = (error: unknown) =>
  (error instanceof ApiError && Object.values(error.fields)[0]?.[0]) ||
  (error as Error).message ||
  'That didn’t work. Nothing was changed.';
