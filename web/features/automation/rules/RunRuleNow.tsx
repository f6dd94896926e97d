import { useRef } from 'react';
import type { Rule } from '#contract/automation/rules.ts';
import { RUN_NOW_TRIGGERS } from '#contract/automation/rules-runs.ts';
import { sentence } from '#contract/automation/rules-sentence.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/Dialog.tsx';
import { useRunNow } from './rule-queries.ts';
import { Sentence } from './Sentence.tsx';
import { namesOf, useRuleChoices } from './use-names.ts';

type Props = {
  /** Asked about; undefined where none is. */
  rule: Rule | undefined;
  onClose: () => void;
  /** Opens its runs. */
  onLook: (rule: number) => void;
};

/** Whether nothing has to have happened for it. */
export const runsByHand = ({ trigger }: Rule): boolean => RUN_NOW_TRIGGERS.includes(trigger.kind);

/** Asks before a rule does what it does without its time having come. */
export function RunRuleNow({ rule, onClose, onLook }: Props) {
  const names = namesOf(useRuleChoices());
  const run = useRunNow(onLook);
  // It is still read while the dialog closes.
  const last = useRef(rule);
  last.current = rule ?? last.current;
  const shown = last.current;
  return (
    <Dialog
      open={rule !== undefined}
      onClose={onClose}
      title="Run it now?"
      description={`‘${shown?.name}’ does once what it says, as if its time had come. It still runs at its own times.`}
    >
      <p className="rounded-base border border-line bg-page p-3">
        {shown && <Sentence segments={sentence(shown, names)} />}
      </p>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant={shown?.publishes_unasked ? 'danger' : 'primary'}
          busy={run.isPending}
          onClick={() => rule && run.mutate(rule.id, { onSettled: onClose })}
        >
          Run now
        </Button>
      </DialogActions>
    </Dialog>
  );
}
