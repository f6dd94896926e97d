import { ChevronRight, X } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';
import type { Segment } from '#contract/automation/rules-words.ts';
import { classes } from '#web/lib/classes.ts';
import { PHONE, useMedia } from '#web/lib/use-media.ts';
import { Button } from '#web/ui/Button.tsx';
import { Sheet } from '#web/ui/Sheet.tsx';
import { focusGap } from './focus-gap.ts';
import { Sentence } from './Sentence.tsx';

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
  children: ReactNode;
};

/** A part of a rule: Alt and an arrow move it. On a phone it is its words, and a sheet edits it. */
export function Block(props: Props) {
  const { name, word, label, problem, isDanger, writes, onGap, onRemove, onMove, children } = props;
  const isPhone = useMedia(PHONE);
  function onKeyDown(event: KeyboardEvent) {
    if (!event.altKey || !onMove) return;
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    onMove(event.key === 'ArrowUp' ? -1 : 1);
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
          onRemove && 'pr-11',
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

/** Its words, which open its fields; above those the sentence of the rule stays in sight. */
function Row({ name, label, words, whole, writes, opened, onOpen, children }: Props) {
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
          <div className="shrink-0 border-line border-t p-4">
            <Button variant="primary" className="w-full" onClick={() => onOpen(undefined)}>
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
