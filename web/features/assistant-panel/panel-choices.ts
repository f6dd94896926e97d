import { create } from 'zustand';

const STORED = 'assistant-last';

type Choices = {
  /** The action that was used last, by its key. */
  lastUsed: string | undefined;
  /** Undefined: the default of the folder; null: none. */
  voice: number | null | undefined;
  /** Whether a difference is shown as plain text. */
  isPlain: boolean;
};

/** What a person has chosen in the panel, on this page; the last action on this device. */
export const useChoices = create<Choices>(() => ({
  lastUsed: localStorage.getItem(STORED) ?? undefined,
  voice: undefined,
  isPlain: false,
}));

export function rememberUsed(key: string) {
  localStorage.setItem(STORED, key);
  useChoices.setState({ lastUsed: key });
}
