import { create } from 'zustand';

const STORED = 'assistant-last';
const BAR = 'assistant-bar';

type Choices = {
  /** The action that was used last, by its key. */
  lastUsed: string | undefined;
  /** Undefined: the default of the folder; null: none. */
  voice: number | null | undefined;
  /** Whether a difference is shown as plain text. */
  isPlain: boolean;
  /** Whether a bar is shown at selected words. */
  hasBar: boolean;
};

/** What a person has chosen in the panel, on this page; the last action and the bar on this device. */
export const useChoices = create<Choices>(() => ({
  lastUsed: localStorage.getItem(STORED) ?? undefined,
  voice: undefined,
  isPlain: false,
  hasBar: localStorage.getItem(BAR) !== 'off',
}));

export function rememberUsed(key: string) {
  localStorage.setItem(STORED, key);
  useChoices.setState({ lastUsed: key });
}

export function setBar(on: boolean) {
  localStorage.setItem(BAR, on ? 'on' : 'off');
  useChoices.setState({ hasBar: on });
}
