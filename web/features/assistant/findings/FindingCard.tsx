import { AudioLines, Ban, CircleHelp, Image, Quote, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { FINDINGS, type FindingKind } from '#contract/assistant/actions.ts';
import { CommentForm } from '#web/features/content/comments/CommentForm.tsx';
import { classes } from '#web/lib/classes.ts';
import { Button } from '#web/ui/Button.tsx';
import { Difference } from '#web/ui/text/Difference.tsx';
import { Keys } from '#web/ui/text/Keys.tsx';
import type { Mark } from './reading.ts';

const ICONS: Record<FindingKind, typeof Ban> = {
  unclear: CircleHelp,
  claim: Quote,
  tone: AudioLines,
  forbidden: Ban,
  alt: Image,
};

type Props = {
  mark: Mark;
  passage: string;
  isOpen: boolean;
  /** On a phone: it has the sheet for itself. */
  isAlone: boolean;
  isBusy: boolean;
  onOpen: () => void;
  /** Undefined where there is nothing to take, or the person may not change the text. */
  onTake: (() => void) | undefined;
  /** The comment that is being written; undefined where none is. */
  comment: string | undefined;
  onComment: ((comment: string | undefined) => void) | undefined;
  onSend: (comment: string) => Promise<unknown>;
  onDismiss: () => void;
};

/** A finding; the one that has the focus shows what it proposes. */
export function FindingCard(props: Props) {
  const { mark, passage, isOpen, isAlone, isBusy, onOpen, onTake, onDismiss } = props;
  const card = useRef<HTMLElement>(null);
  const Icon = ICONS[mark.kind];
  useEffect(() => {
    if (isOpen) card.current?.focus();
  }, [isOpen]);
  return (
    <article
      ref={card}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: Enter takes its proposal
      tabIndex={0}
      aria-label={`${mark.number}, ${FINDINGS[mark.kind]}`}
      aria-current={isOpen || undefined}
      onFocus={onOpen}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.target !== event.currentTarget) return;
        event.preventDefault();
        if (!isBusy) onTake?.();
      }}
      className={classes(
        'flex flex-col gap-2 rounded-base border bg-surface p-3 text-[13px]',
        isOpen ? 'border-[var(--amber-8)]' : 'border-line',
      )}
    >
      <h3 className="flex items-center gap-2 font-medium text-xs">
        <span className="text-on-review tabular-nums">{mark.number}</span>
        <Icon size={14} aria-hidden className="shrink-0 text-on-review" />
        <span className="grow">{FINDINGS[mark.kind]}</span>
        {!isAlone && (
          <Button
            variant="ghost"
            size="smallIcon"
            aria-label={`Dismiss finding ${mark.number}`}
            title="Dismiss (X)"
            onClick={onDismiss}
          >
            <X size={14} aria-hidden />
          </Button>
        )}
      </h3>
      <p dir="auto" className="break-words">
        {mark.says}
      </p>
      {isOpen && mark.proposal !== null && (
        <div className="border-line border-l-2 pl-2">
          <Difference before={passage} after={mark.proposal} />
        </div>
      )}
      {isOpen && <CardFoot {...props} />}
    </article>
  );
}

function CardFoot({ isAlone, isBusy, onTake, comment, onComment, onSend, onDismiss }: Props) {
  if (comment !== undefined)
    return (
      <CommentForm
        begin
        label="Comment on the passage"
        text={comment}
        onChange={(text) => onComment?.(text)}
        onSend={onSend}
        send="Comment"
        onCancel={() => onComment?.(undefined)}
      />
    );
  return (
    <div className="flex flex-wrap gap-1 empty:hidden">
      {onTake && (
        <Button variant={isAlone ? 'primary' : 'soft'} size="small" busy={isBusy} onClick={onTake}>
          Take <Keys>↵</Keys>
        </Button>
      )}
      {onComment && (
        <Button variant="ghost" size="small" onClick={() => onComment('')}>
          Comment <Keys>C</Keys>
        </Button>
      )}
      {isAlone && (
        <Button variant="ghost" size="small" onClick={onDismiss}>
          Dismiss
        </Button>
      )}
    </div>
  );
}
