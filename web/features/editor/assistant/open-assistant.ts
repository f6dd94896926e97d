import { create } from 'zustand';
import type { Chip } from '#web/features/assistant/asking/chips.ts';

export type OpenAssistant = {
  /** The part that it is about, by its key; null: it is closed. */
  part: string | null;
  /** Of a thread, from 1; it had it where it is gone. */
  number?: number | undefined;
  /** Whether the whole post is asked about, from its panel. */
  isPost?: boolean;
  /** The words that were selected. */
  chosen?: { start: number; end: number } | undefined;
  /** What is asked for at once. */
  startWith?: Chip | undefined;
  /** Changes each time it is asked for. */
  opened: number;
};

/** Where the assistant is open on this page. */
export const useOpenAssistant = create<OpenAssistant>(() => ({ part: null, opened: 0 }));

/** Opens it for a part, with what is selected there. */
export function openAssistant(part: string | undefined, startWith?: Chip) {
  const field = document.querySelector<HTMLTextAreaElement>(
    `textarea[data-field="${CSS.escape(part ?? '')}"]`,
  );
  if (!part || !field) return;
  const { selectionStart: start, selectionEnd: end, value } = field;
  const chosen = value.slice(start, end).trim() ? { start, end } : undefined;
  useOpenAssistant.setState(({ opened }) => ({
    part,
    chosen,
    isPost: false,
    startWith,
    opened: opened + 1,
  }));
}

export const closeAssistant = () => useOpenAssistant.setState({ part: null, chosen: undefined });
