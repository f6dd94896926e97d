import type { Rule } from '#contract/automation/rules.ts';
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx';
import { useDeleteRule } from './rule-queries.ts';

type Props = {
  /** Asked about; undefined where none is. */
  rule: Rule | undefined;
  onClose: () => void;
  /** Before the list is read without it. */
  onDeleted: () => void;
};

/** Asks before a rule is deleted. */
export function DeleteRule({ rule, onClose, onDeleted }: Props) {
  const remove = useDeleteRule(onDeleted);
  return (
    <ConfirmDialog
      open={rule !== undefined}
      title="Delete the rule?"
      question={`‘${rule?.name}’ and its runs are deleted. What it made stays.`}
      confirm="Delete Rule"
      onConfirm={() => rule && remove.mutate(rule.id)}
      onClose={onClose}
    />
  );
}
