import { X } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { classes } from '#web/lib/classes.ts';
import { Button } from '#web/ui/Button.tsx';

type Props = {
  /** 'When', 'If', 'Then', 'And'. */
  word: string;
  /** For people who do not see the line: 'Condition 1'. */
  label: string;
  problem?: string | undefined;
  isDanger?: boolean;
  /** Missing where it stays. */
  onRemove?: (() => void) | undefined;
  /** By one place, up or down; missing where it has none. */
  onMove?: ((by: 1 | -1) => void) | undefined;
  children: ReactNode;
};

/** A part of a rule: Alt and an arrow move it. */
export function Block({ word, label, problem, isDanger, onRemove, onMove, children }: Props) {
  function onKeyDown(event: KeyboardEvent) {
    if (!event.altKey || !onMove) return;
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    onMove(event.key === 'ArrowUp' ? -1 : 1);
  }
  return (
    <li className="flex gap-3 max-sm:flex-col max-sm:gap-1">
      <span aria-hidden className="w-11 shrink-0 pt-3 font-semibold text-xs max-sm:pt-0">
        {word}
      </span>
      <div
        role="group"
        aria-label={label}
        onKeyDown={onKeyDown}
        className={classes(
          'relative min-w-0 grow rounded-base border bg-surface p-3',
          problem ? 'border-danger' : isDanger ? 'border-danger/60' : 'border-line',
          onRemove && 'pr-11',
        )}
      >
        {children}
        {problem && (
          <p role="alert" className="mt-2 text-[13px] text-danger">
            {problem}
          </p>
        )}
        {onRemove && (
          <Button
            variant="ghost"
            size="smallIcon"
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
