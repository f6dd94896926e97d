import { Check } from 'lucide-react';
import { type RefObject, useState } from 'react';
import { useCan } from '#web/api/workspace.ts';
import { isScheduled } from '#web/features/publishing/publications/scheduled.ts';
import { DecisionComment } from '#web/features/publishing/workflow/DecisionComment.tsx';
import { type PendingReview, useStep } from '#web/features/publishing/workflow/workflow-queries.ts';
import { plural } from '#web/lib/text.ts';
import { Button } from '#web/ui/Button.tsx';
import { Keys } from '#web/ui/text/Keys.tsx';

type Props = {
  review: PendingReview;
  /** Whether somebody else has decided meanwhile: only the comment that was being written is left. */
  isLate: boolean;
  comment: string;
  onComment: (comment: string) => void;
  isRejecting: boolean;
  onRejecting: (rejecting: boolean) => void;
  onDecided: () => void;
  onSkip: () => void;
  field: RefObject<HTMLTextAreaElement | null>;
  approve: RefObject<HTMLButtonElement | null>;
};

/** The decision on a text; a rejection takes a reason. */
export function DecisionBar({
  review: { content: item, ...asked },
  isLate,
  comment,
  onComment,
  isRejecting,
  onRejecting,
  onDecided,
  onSkip,
  field,
  approve,
}: Props) {
  const decides = useCan('decide');
  const [isMissing, setMissing] = useState(false);
  const step = useStep({ onDone: onDecided });
  const { id, version, publications } = item;
  const schedules = asked.publications.filter(({ state }) => state === 'proposed').length;
  function decide(name: 'approve' | 'reject') {
    if (name === 'reject' && !comment.trim()) return setMissing(true);
    step.mutate({
      id,
      version,
      name,
      target: name === 'approve' ? 'approved' : 'draft',
      comment,
      pending: asked.id,
      seen: asked.publications,
      additions: asked.additions.digest,
      undoable: schedules === 0,
      isScheduled: isScheduled(publications),
    });
  }
  if (!decides)
    return (
      <p className="px-4 py-3 text-muted lg:px-8">You can read and comment; approvers decide.</p>
    );
  return (
    <div className="mx-auto flex w-full max-w-[704px] flex-col gap-3 px-4 py-3 lg:px-8">
      {(isRejecting || isLate) && (
        <DecisionComment
          label="Reason"
          hint={
            isLate
              ? 'This review was already decided. Your comment wasn’t sent.'
              : 'Please say what should be changed'
          }
          isMissing={isMissing}
          value={comment}
          onChange={(text) => {
            onComment(text);
            setMissing(false);
          }}
          {...(isRejecting && !step.isPending && { onSend: () => decide('reject') })}
          field={field}
        />
      )}
      <div className="flex flex-wrap items-center gap-2">
        {isLate ? (
          <Button
            onClick={() => {
              onComment('');
              onDecided();
            }}
          >
            Dismiss
          </Button>
        ) : isRejecting ? (
          <>
            <Button
              variant="danger"
              busy={step.isPending}
              onClick={() => decide('reject')}
              title="Ctrl+Enter"
            >
              Reject
            </Button>
            <Button onClick={() => onRejecting(false)}>Cancel</Button>
          </>
        ) : (
          <>
            <Button
              ref={approve}
              variant="primary"
              busy={step.isPending}
              onClick={() => decide('approve')}
            >
              <Check size={16} aria-hidden />
              Approve
              <Keys>A</Keys>
            </Button>
            <Button onClick={() => onRejecting(true)}>
              Reject…
              <Keys>R</Keys>
            </Button>
            {schedules > 0 && (
              <p className="text-[13px] text-muted">
                Approving schedules {plural(schedules, 'publication')}.
              </p>
            )}
            <Button variant="ghost" onClick={onSkip} className="ml-auto">
              Skip
              <Keys>J</Keys>
            </Button>
          </>
        )}
      </div>
    </div>
  );
}
