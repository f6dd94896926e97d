import { Check, RotateCcw } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { NETWORK_NAMES } from '#contract/networks/names.ts';
import { NetworkMark } from '#web/features/networks/NetworkMark.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Keys } from '#web/ui/text/Keys.tsx';
import { SayField } from './SayField.tsx';
import { VersionBody } from './VersionBody.tsx';
import { VersionEditor } from './VersionEditor.tsx';
import { stateText, type Version } from './versions.ts';

export type VersionCardProps = {
  version: Version;
  isThread: boolean;
  /** Whether the text is shown in place of what changes. */
  isPlain: boolean;
  /** What is being written in it. */
  field: 'edit' | 'say' | undefined;
  onField: (field: 'edit' | 'say' | undefined) => void;
  /** To the card after it, or before it. */
  onMove: (by: 1 | -1) => void;
  onTake: () => void;
  /** Undefined where it was not taken here. */
  onUndo: (() => void) | undefined;
  onAgain: (instruction?: string) => void;
  onEdit: (texts: readonly string[]) => void;
};

/** The version for one network. Keys: Enter takes it, E edits it, R asks again; J and K go on to others. */
export function VersionCard(props: VersionCardProps) {
  const { version, isThread, isPlain, field, onField, onMove, onTake, onUndo, onAgain, onEdit } =
    props;
  const { network, handle, state } = version;
  const [shownAt] = useState(() => performance.now());
  const canTake = state === 'ready' || state === 'over';
  const canAsk = state !== 'writing' && state !== 'taken';
  function press(event: KeyboardEvent) {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey)
      return;
    const run = {
      Enter: canTake && !event.repeat && performance.now() - shownAt > SETTLED_MS && onTake,
      j: () => onMove(1),
      k: () => onMove(-1),
      e: canTake && (() => onField('edit')),
      r: canAsk && (() => onAgain()),
    }[event.key];
    if (event.key === 'Enter' || run) event.preventDefault();
    if (run) run();
  }
  return (
    <article
      aria-label={`${NETWORK_NAMES[network]}, ${stateText(version)}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: its keys are pressed in it
      tabIndex={0}
      onKeyDown={press}
      className="scroll-my-2 rounded-base border border-line bg-surface outline-none focus-visible:border-[var(--jade-8)] focus-within:border-[var(--jade-8)] max-md:rounded-none max-md:border-0 max-md:border-b max-md:bg-page"
    >
      <div className="flex min-h-11 items-center gap-2 px-4 text-[13px]">
        <NetworkMark network={network} />
        <h3 className="shrink-0 font-medium">{NETWORK_NAMES[network]}</h3>
        <span className="min-w-0 grow truncate text-muted text-xs">{handle}</span>
        {state === 'taken' && (
          <>
            <span className="flex items-center gap-1 font-medium text-accent text-xs">
              <Check size={14} aria-hidden /> Taken
            </span>
            {onUndo && (
              <Button variant="ghost" size="small" onClick={onUndo}>
                Undo
              </Button>
            )}
          </>
        )}
        {state !== 'taken' && version.hasOwn && (
          <span className="text-muted text-xs">Replaces your own version</span>
        )}
      </div>
      {field === 'edit' ? (
        <VersionEditor version={version} onEdit={onEdit} onClose={() => onField(undefined)} />
      ) : (
        <VersionBody version={version} isThread={isThread} isPlain={isPlain} />
      )}
      {canAsk && field !== 'edit' && (
        <div className="flex flex-wrap items-center gap-1.5 px-2 pb-2">
          {canTake && (
            <>
              <Button
                variant={state === 'over' ? 'secondary' : 'soft'}
                size="small"
                onClick={onTake}
                className="max-md:h-11 max-md:grow"
              >
                {state === 'over' ? 'Take as it is' : 'Take'} <Keys>↵</Keys>
              </Button>
              <Button size="small" onClick={() => onField('edit')} className="max-md:h-11">
                Edit
              </Button>
            </>
          )}
          <span className="grow max-md:hidden" />
          {version.texts.length > 0 && field !== 'say' && (
            <Button
              variant="ghost"
              size="small"
              onClick={() => onField('say')}
              className="max-md:h-11"
            >
              Say what to change
            </Button>
          )}
          <Button
            variant="ghost"
            size="smallIcon"
            aria-label={`Try again for ${NETWORK_NAMES[network]}`}
            title="Try again (R)"
            onClick={() => onAgain()}
            className="max-md:size-11"
          >
            <RotateCcw size={14} aria-hidden />
          </Button>
          {field === 'say' && (
            <SayField
              label={`Say what to change for ${NETWORK_NAMES[network]}`}
              autoFocus
              onSay={(instruction) => {
                onField(undefined);
                onAgain(instruction);
              }}
            />
          )}
        </div>
      )}
    </article>
  );
}

/** A key that was pressed to ask takes nothing, in milliseconds. */
const SETTLED_MS = 400;
