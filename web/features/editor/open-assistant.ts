import { create } from 'zustand';

export type OpenAssistant = {
  /** The part that it is about, by its key; null: it is closed. */
  part: string | null;
  /** The words that were selected. */
  chosen?: { start: number; end: number } | undefined;
  /** Changes each time it is asked for. */
  opened: number;
};

/** Where the assistant is open on this page. */
export const useOpenAssistant = create<OpenAssistant>(() => ({ part: null, opened: 0 }));

/** Opens it for a part, with what is selected there. */
export function openAssistant(part: string | undefined) {
  const field = document.querySelector<HTMLTextAreaElement>(
    `textarea[data-field="${CSS.escape(part ?? '')}"]`,
  );
  if (!part || !field) return;
  const { selectionStart: start, selectionEnd: end, value } = field;
  const chosen = value.slice(start, end).trim() ? { start, end } : undefined;
  useOpenAssistant.setState(({ opened }) => ({ part, chosen, opened: opened + 1 }));
}

export const closeAssistant = () => useOpenAssistant.setState({ part: null, chosen: undefined });
