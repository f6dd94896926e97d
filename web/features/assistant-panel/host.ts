import type { Network } from '#contract/networks/names.ts';
import type { Limits } from '#contract/networks/rules.ts';

/** Chosen words of a text, in UTF-16 units. */
export type Chosen = { start: number; end: number };

/** What the panel needs of the editor that it is in. */
export type Host = {
  /** The key of the part. */
  part: string;
  /** 'Item 3', 'The post'. */
  name: string;
  /** As it is now. */
  text: string;
  /** The part was removed while the panel was open. */
  isGone: boolean;
  isThread: boolean;
  /** The network that the text is counted for, and what the account allows there. */
  network: Network;
  limits: Limits;
  hasMedia: boolean;
  folder: number | null;
  item: number | undefined;
  /** What is asked about is saved first, so that it is a version of its own. */
  onAsk: () => void;
  /** Puts a text in place of the part, in one step. @param caret where it is then */
  take: (text: string, caret: number) => void;
  /** Puts a text above or below: a part of a thread, a paragraph of a post. */
  insert: (text: string, where: 'above' | 'below') => void;
  /** Gives the focus back to the text. */
  focusText: () => void;
  /** Closes the panel, and gives the focus back. */
  close: () => void;
};
