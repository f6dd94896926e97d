import { useRef, useState } from 'react';
import type { Item } from '#contract/content/items.ts';
import { type StepName, stepsFrom } from '#contract/content/workflow.ts';
import type { Transition } from '#contract/publishing/review.ts';
import { useAuth } from '#web/api/auth-store.ts';
import { useCan } from '#web/api/workspace.ts';
import { AddedTexts } from '#web/features/publishing/channels/AddedTexts.tsx';
import { useAdditions } from '#web/features/publishing/publications/publishing-queries.ts';
import { isScheduled } from '#web/features/publishing/publications/scheduled.ts';
import { useKeptText } from '#web/lib/drafts/use-draft-text.ts';
import { nameOf } from '#web/lib/text.ts';
import { relativeTime } from '#web/lib/time/time.ts';
import { Button } from '#web/ui/Button.tsx';
import { DecisionComment } from './DecisionComment.tsx';
import { useStep, useTransitions } from './workflow-queries.ts';

const labels: Record<StepName, string> = {
  submit: 'Submit for Review',
  approve: 'Approve',
  reject: 'Reject',
  publish: 'Mark as Published',
  unpublish: 'Unpublish',
  restore: 'Restore',
  archive: 'Archive',
};
/** The transitions with a comment. */
const spoken: readonly StepName[] = ['submit', 'approve', 'reject'];

type Props = {
  /** The item, or the root of its thread, as it is shown. */
  item: Pick<Item, 'id' | 'status' | 'version' | 'publications'>;
  /** Why transitions are disabled. */
  blocked?: string | undefined;
};

/**
 * The review of a text: its state, activity and open transitions (docs/domain/review.md,
 * 'Workflow').
 */
export function ReviewPanel({ item, blocked }: Props) {
  const transitions = useTransitions(item.id);
  const [latest, ...former] = transitions.data ?? [];
  // A comment that is being written stays when somebody else decides, or its sheet is closed.
  const person = useAuth(({ user }) => user?.id);
  const [comment, setComment] = useKeptText(`decision:${item.id}:${person}`);
  const panel = useRef<HTMLDivElement>(null);
  return (
    <div ref={panel} tabIndex={-1} className="flex flex-col gap-3 outline-none">
      {latest && <TransitionSummary transition={latest} />}
      {blocked ? (
        <p className="text-muted">{blocked}</p>
      ) : (
        <Steps
          key={item.status}
          item={item}
          waiting={latest}
          comment={comment}
          onComment={setComment}
          // The pressed button is gone then.
          onStepped={() => panel.current?.focus()}
        />
      )}
      {former.length > 0 && (
        <details>
          <summary className="min-h-6 rounded-sm text-muted hover:text-text">
            Earlier activity
          </summary>
          <ol className="mt-2 flex max-h-60 flex-col gap-3 overflow-y-auto border-line border-l pl-3">
            {former.map((transition) => (
              <li key={transition.id}>
                <TransitionSummary transition={transition} />
              </li>
            ))}
          </ol>
        </details>
      )}
    </div>
  );
}

type StepsProps = Pick<Props, 'item'> & {
  onStepped: () => void;
  /** The last transition, which may be pending. */
  waiting: Transition | undefined;
  /** The comment of the transition. */
  comment: string;
  onComment: (comment: string) => void;
};

/** The buttons of open transitions, with a comment field where one needs it. */
function Steps({ item, onStepped, waiting, comment, onComment }: StepsProps) {
  const step = useStep({ onRefetched: onStepped, onDone: () => onComment('') });
  const [missing, setMissing] = useState(false);
  // The field for a reason opens with 'Reject'.
  const [asking, setAsking] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const [writes, decides] = [useCan('write'), useCan('decide')];
  const open = stepsFrom(item.status).filter((transition) =>
    'decision' in transition ? decides : writes,
  );
  const speaks = open.some(({ name }) => spoken.includes(name));
  const decidesNow = open.some(({ name }) => name === 'approve');
  const additions = useAdditions(item.id, decidesNow && waiting?.state === 'pending').data;
  const shown = speaks && (!decidesNow || asking || comment.trim() !== '');

  function take({ name, target, ...rest }: (typeof open)[number]) {
    if ('commentRequired' in rest && !comment.trim()) {
      if (shown) return setMissing(true);
      setAsking(true);
      return requestAnimationFrame(() => field.current?.focus());
    }
    const said = spoken.includes(name) ? comment : '';
    const pending = waiting?.state === 'pending' ? waiting.id : undefined;
    const { id, version, publications } = item;
    step.mutate({
      id,
      version,
      pending,
      additions: additions?.digest,
      name,
      target,
      comment: said,
      isScheduled: isScheduled(publications),
    });
  }

  return (
    <div className="flex flex-col gap-3">
      {additions && <AddedTexts additions={additions} />}
      {shown && (
        <DecisionComment
          label="Comment"
          hint={decidesNow ? 'Please say what should be changed' : undefined}
          isMissing={missing}
          value={comment}
          onChange={(text) => {
            onComment(text);
            setMissing(false);
          }}
          field={field}
        />
      )}
      <div className="flex flex-wrap gap-2">
        {open.map((transition) => (
          <Button
            key={transition.name}
            variant={transition.name === 'approve' ? 'primary' : 'secondary'}
            size="bar"
            busy={step.isPending}
            onClick={() => take(transition)}
          >
            {labels[transition.name]}
          </Button>
        ))}
      </div>
    </div>
  );
}

/** The request and the decision. */
export function TransitionSummary({ transition }: { transition: Transition }) {
  const { user, by_schedule, created_at, comment, state } = transition;
  const { decided_by, decided_at, decision_comment } = transition;
  return (
    <div className="flex flex-col gap-1 text-muted">
      <p>
        {by_schedule ? 'Published by the schedule' : `${nameOf(user)} ${actionOf(transition)}`}{' '}
        {relativeTime(created_at)}
      </p>
      <Quote text={comment} />
      {decided_at && (
        <>
          <p>
            {nameOf(decided_by)} {state} it {relativeTime(decided_at)}
          </p>
          <Quote text={decision_comment} />
        </>
      )}
    </div>
  );
}

function actionOf({ target_state, state }: Transition) {
  if (target_state === 'review')
    return state === 'done' ? 'had requested a review' : 'requested a review';
  return `changed the status to ${target_state}`;
}

const Quote = ({ text }: { text: string | null }) =>
  text && (
    <blockquote className="break-words border-line border-l-2 pl-3 text-text">{text}</blockquote>
  );
