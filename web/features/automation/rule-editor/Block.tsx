import { ArrowDown, ArrowUp, ChevronRight, type LucideIcon, X } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { flushSync } from 'react-dom';
import type { Segment } from '#contract/automation/rules-words.ts';
import { Sentence } from '#web/features/automation/rules/Sentence.tsx';
import { classes } from '#web/lib/classes.ts';
import { PHONE, useMedia } from '#web/lib/use-media.ts';
import { Button } from '#web/ui/Button.tsx';
import { Sheet } from '#web/ui/overlays/Sheet.tsx';
import { focusAt, focusedIn, focusGap } from './focus-gap.ts';

/** The block that is edited in a sheet, and whether its gap is. */
export type Opened = { block: string; atGap: boolean };

type Props = {
  /** As in errors of the API: 'trigger', 'conditions.0'. */
  name: string;
  /** 'When', 'If', 'Then', 'And'. */
  word: string;
  /** For people who do not see the line: 'Condition 1'. */
  label: string;
  problem?: string | undefined;
  isDanger?: boolean;
  /** Its words, and those of the whole rule. */
  words: readonly Segment[];
  whole: readonly Segment[];
  writes: boolean;
  opened: Opened | undefined;
  onOpen: (opened: Opened | undefined) => void;
  /** Leads to what is missing in it. */
  onGap: (block: string) => void;
  /** Missing where it stays. */
  onRemove?: (() => void) | undefined;
  /** By one place, up or down; missing where it has none. */
  onMove?: ((by: 1 | -1) => void) | undefined;
  /** Whether there are others that it could be moved past. */
  canMove?: boolean;
  children: ReactNode;
};

/**
 * A part of a rule: its buttons, or Alt and an arrow, move it. On a phone it is its words, and a
 * sheet edits it.
 */
export function Block(props: Props) {
  const { name, word, label, problem, isDanger, canMove, writes, children } = props;
  const { onGap, onRemove, onMove } = props;
  const isPhone = useMedia(PHONE);
  function onKeyDown(event: KeyboardEvent) {
    if (!event.altKey || !onMove) return;
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    move(event.key === 'ArrowUp' ? -1 : 1);
  }
  /** The focus goes with it. */
  function move(by: 1 | -1) {
    const [list, at] = name.split('.');
    const block = document.querySelector(`[data-block="${name}"]`);
    const to = `[data-block="${list}.${Number(at) + by}"]`;
    if (!block || !document.querySelector(to)) return;
    const field = focusedIn(block);
    flushSync(() => onMove?.(by));
    if (field !== undefined) focusAt(document.querySelector(to), field);
  }
  return (
    <li className="flex gap-3 max-md:flex-col max-md:gap-1">
      <span aria-hidden className="w-11 shrink-0 pt-3 font-semibold text-xs max-md:pt-0">
        {word}
      </span>
      <div
        role="group"
        aria-label={label}
        data-block={name}
        onKeyDown={onKeyDown}
        className={classes(
          'relative min-w-0 grow rounded-base border bg-surface',
          !isPhone && 'p-3',
          problem ? 'border-danger' : isDanger ? 'border-danger/60' : 'border-line',
          onRemove && (isPhone || !canMove ? 'pr-11' : 'pr-28'),
        )}
      >
        {isPhone ? (
          <Row {...props} />
        ) : (
          <fieldset disabled={!writes} className="contents">
            {children}
          </fieldset>
        )}
        {problem && (
          <p role="alert" data-aside className={isPhone ? 'px-3 pb-2' : 'mt-2'}>
            <button
              type="button"
              onClick={() => onGap(name)}
              className="text-left text-[13px] text-danger hover:underline"
            >
              {problem}
            </button>
          </p>
        )}
        {canMove && onRemove && !isPhone && (
          <div data-aside className="absolute top-2 right-10 flex">
            <MoveButton icon={ArrowUp} label={`Move up: ${label}`} onClick={() => move(-1)} />
            <MoveButton icon={ArrowDown} label={`Move down: ${label}`} onClick={() => move(1)} />
          </div>
        )}
        {onRemove && (
          <Button
            variant="ghost"
            size="smallIcon"
            data-aside
            aria-label={`Remove: ${label}`}
            onClick={onRemove}
            className="absolute top-2 right-2"
          >
            <X size={16} aria-hidden />
          </Button>
        )}
      </div>
    </li>
  );
}

type MoveProps = { icon: LucideIcon; label: string; onClick: () => void };

const MoveButton = ({ icon: Icon, label, onClick }: MoveProps) => (
  <Button variant="ghost" size="smallIcon" aria-label={label} onClick={onClick}>
    <Icon size={16} aria-hidden />
  </Button>
);

/** Its words, which open its fields; above those the sentence of the rule stays in sight. */
function Row(props: Props) {
  const { name, label, words, whole, writes, opened, children } = props;
  const { canMove, onRemove, onMove, onOpen } = props;
  const isOpen = opened?.block === name;
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => onOpen({ block: name, atGap: false })}
        className="flex min-h-11 w-full items-center gap-2 px-3 py-2 text-left"
      >
        <Sentence segments={words} className="min-w-0 grow" />
        <ChevronRight size={16} aria-hidden className="shrink-0 text-muted" />
      </button>
      <Sheet
        open={isOpen}
        onClose={() => onOpen(undefined)}
        title={label}
        focusFirst={(sheet) => opened?.atGap === true && focusGap(sheet.querySelector('fieldset'))}
        foot={
          <div className="flex shrink-0 gap-2 border-line border-t p-4">
            {canMove &&
              onRemove &&
              ([-1, 1] as const).map((by) => (
                <MoveButton
                  key={by}
                  icon={by < 0 ? ArrowUp : ArrowDown}
                  label={`Move ${by < 0 ? 'up' : 'down'}: ${label}`}
                  onClick={() => {
                    onMove?.(by);
                    onOpen(undefined);
                  }}
                />
              ))}
            <Button variant="primary" className="grow" onClick={() => onOpen(undefined)}>
              Done
            </Button>
          </div>
        }
      >
        <p
          aria-live="polite"
          className="sticky top-0 z-10 border-line border-b bg-raised px-4 pb-3"
        >
          <Sentence segments={whole} />
        </p>
        <fieldset aria-label={label} disabled={!writes} className="p-4">
          {children}
        </fieldset>
      </Sheet>
    </>
  );
}
