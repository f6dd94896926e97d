import { ArrowUp, RotateCcw, Sparkles } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { MAX_INSTRUCTION } from '#contract/assistant/limits.ts';
import { Failed } from '#web/features/assistant/runs/Failed.tsx';
import { classes } from '#web/lib/classes.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { control } from '#web/ui/fields/Field.tsx';
import { DraftCard } from './DraftCard.tsx';
import type { Drafts } from './use-drafts.ts';

/** The drafts that are proposed. */
export function DraftsPane({ drafts }: { drafts: Drafts }) {
  const { form, run, again, canAsk, ask, stop } = drafts;
  const { drafts: shown, chosen } = form;
  const isWriting = run.state === 'running';
  const isWritingAll = isWriting && again === undefined;
  const missing = isWritingAll ? Math.max(0, 3 - shown.length) : 0;
  return (
    <>
      <div className="flex min-h-8 items-center gap-2">
        <h2 className="font-semibold">Drafts</h2>
        <p role="status" className="grow text-muted text-xs">
          {isWriting
            ? 'Writing'
            : shown.length > 0
              ? chosen.length > 0
                ? `${chosen.length} chosen`
                : 'Press 1, 2 or 3 to choose'
              : ''}
        </p>
        {isWriting ? (
          <Button size="bar" onClick={stop}>
            Stop
          </Button>
        ) : (
          shown.length > 0 && (
            <Button
              variant="ghost"
              size="bar"
              disabled={!canAsk}
              onClick={ask}
              className="max-md:hidden"
            >
              <RotateCcw size={14} aria-hidden /> Three others
            </Button>
          )
        )}
      </div>
      {run.failure && <Failed failure={run.failure} {...(canAsk && { onAgain: ask })} />}
      {shown.length === 0 && !isWriting && (
        <EmptyState
          icon={Sparkles}
          title="Three drafts, from different sides"
          hint={
            form.source === 'notes'
              ? 'Write notes first.'
              : form.source === 'link'
                ? 'Choose a link first: what is read of it is shown.'
                : 'Choose a post first.'
          }
        >
          <Button variant="soft" disabled={!canAsk} onClick={ask}>
            Write three drafts
          </Button>
        </EmptyState>
      )}
      <ol className="flex flex-col gap-3">
        {shown.map((draft, place) => (
          <li key={draft.key}>
            <DraftCard
              draft={draft}
              place={place}
              isChosen={chosen.includes(draft.key)}
              isWriting={isWriting && again === draft.key}
              drafts={drafts}
            />
          </li>
        ))}
        {Array.from({ length: missing }, (_, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: those that are missing are alike
          <li key={place} aria-hidden className="rounded-base border border-line p-4">
            <Skeleton className="mb-3 h-4 w-32" />
            <Skeleton className="h-16" />
          </li>
        ))}
      </ol>
      {shown.length > 0 && <ChangeField drafts={drafts} />}
    </>
  );
}

/** Says what to change in the chosen one. */
function ChangeField({ drafts }: { drafts: Drafts }) {
  const { form, canAsk, askAgain } = drafts;
  const [text, setText] = useState('');
  const [only, ...others] = form.drafts.filter(({ key }) => form.chosen.includes(key));
  const isOne = only !== undefined && others.length === 0;
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isOne || !canAsk || !text.trim()) return;
    askAgain(only, text.trim());
    setText('');
  }
  return (
    <form onSubmit={submit} className="relative">
      <input
        aria-label="Say what to change in the chosen one"
        placeholder={isOne ? 'Say what to change in the chosen one' : 'Choose one to change it'}
        value={text}
        maxLength={MAX_INSTRUCTION}
        disabled={!isOne}
        onChange={({ target }) => setText(target.value)}
        className={classes(control, 'pr-10')}
      />
      <button
        type="submit"
        aria-label="Change it"
        disabled={!isOne || !canAsk || !text.trim()}
        className="absolute inset-y-0.5 right-0.5 grid w-9 place-items-center rounded-base text-muted hover:text-text disabled:opacity-50"
      >
        <ArrowUp size={16} aria-hidden />
      </button>
    </form>
  );
}
