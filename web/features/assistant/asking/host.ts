import type { Network } from '#contract/networks/names.ts';
import type { Limits } from '#contract/networks/network-rules.ts';

/** Chosen words of a text, in UTF-16 units. */
export type Chosen = { start: number; end: number };

/** The post that a part belongs to. */
export type PostHost = {
  /** The texts of its parts. */
  parts: readonly string[];
  /** Whether it can become a thread. */
  canCut: boolean;
  /** Opens a proposal that takes the place beside the text. */
  open: (wide: WideName) => void;
  /** Opens 'Read as an editor', of a post that is saved. */
  read: () => void;
  /** Puts hashtags at the end of the last text. */
  addHashtags: (hashtags: string) => void;
  /** Undefined where the post has none. */
  setDescription: ((description: string) => void) | undefined;
};

/** The proposals that take the place beside the text. */
export type WideName = 'versions' | 'thread';

/** What the panel needs of the editor that it is in. */
export type Host = {
  /** The key of the part. */
  part: string;
  /** 'Item 3', 'The post'. */
  name: string;
  /** The same where the whole post is asked about. */
  partName: string;
  /** As it is now. */
  text: string;
  post: PostHost;
  /** Whether the post as a whole is asked about: `text` is all of it. */
  isPost: boolean;
  setPost: (isPost: boolean) => void;
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
  insert: ((text: string, where: 'above' | 'below') => void) | undefined;
  /** Gives the focus back to the text. */
  focusText: () => void;
  /** Closes the panel, and gives the focus back. */
  close: () => void;
};
