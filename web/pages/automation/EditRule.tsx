import { useState } from 'react';
import { Link, useLocation, useParams, useSearchParams } from 'react-router';
import type { Rule } from '#contract/automation/rules.ts';
import { READY_RULES } from '#contract/automation/rules-ready.ts';
import { MAX_RULE_NAME } from '#contract/automation/rules-settings.ts';
import { paths } from '#contract/paths.ts';
import { isMissing } from '#web/api/client.ts';
import { RuleEditor } from '#web/features/automation/rule-editor/RuleEditor.tsx';
import { NEW_RULE } from '#web/features/automation/rule-editor/rule-form.ts';
import { useRule } from '#web/features/automation/rules/rule-queries.ts';
import { RetryAlert } from '#web/ui/feedback/RetryAlert.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';

/** The name of a copy, within the maximum. */
const copyName = (name: string) => `${name.slice(0, MAX_RULE_NAME - COPY.length)}${COPY}`;
const COPY = ' (copy)';

/** A rule as a form, what it would have done, and what it did. */
export default function EditRulePage() {
  const { rule: given } = useParams();
  const [query] = useSearchParams();
  const id = given === 'new' ? undefined : Number(given);
  const copied = Number(query.get('copy') ?? 0) || undefined;
  const rule = useRule(id ?? copied);
  const ready = READY_RULES[Number(query.get('ready') ?? -1)];
  // A new rule stays in its editor once it is saved: its text goes on being written meanwhile.
  const { key: place } = useLocation();
  const [made, setMade] = useState<{ id: number; editor: string }>();
  const editor = id === undefined ? place : made?.id === id ? made.editor : `rule-${id}`;
  const onMade = (rule: Rule) => setMade({ id: rule.id, editor: place });
  if (rule.data && copied)
    return (
      <RuleEditor
        key={editor}
        begin={{ ...rule.data, name: copyName(rule.data.name) }}
        onMade={onMade}
      />
    );
  if (id === undefined && !copied)
    return <RuleEditor key={editor} begin={ready ?? NEW_RULE} onMade={onMade} />;
  if (rule.data)
    return (
      <RuleEditor
        key={editor}
        rule={rule.data}
        begin={rule.data}
        tries={query.has('try')}
        onMade={onMade}
      />
    );
  return (
    <div className="p-4">
      <title>Rule</title>
      {isMissing(rule.error) ? (
        <p className="py-8 text-center">
          There is no rule #{id ?? copied}. <Link to={paths.automations}>Automations</Link>
        </p>
      ) : rule.isError ? (
        <RetryAlert message="That didn’t load." onRetry={() => void rule.refetch()} />
      ) : (
        <div role="status" aria-label="Loading the rule">
          <Skeleton className="h-96" />
        </div>
      )}
    </div>
  );
}
