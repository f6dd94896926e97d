import type { Member } from '../../../../actor.ts';
import type { Transaction } from '../../../../database/transaction.ts';
import type { Context } from '../../feeds/feeds.service.ts';
import type { Facts } from '../judge.ts';
import type { Undo } from './steps.ts';

/** What carrying out a command is given, and what it says. */

export type Done = { result: string; item: number | null; post?: number; undo: Undo | null };

/** Texts of the assistant in place of those of items. */
export type Answered = {
  host: string;
  model: string;
  parts: { item: number; before: string; after: string }[];
};

/**
 * What the assistant proposes for a post: the items for which there is another text. `asked`: what it
 * was asked for, as a part of a sentence.
 */
export type Answer = Answered & { asked: string };

export type ActionContext = {
  context: Context;
  tx: Transaction;
  actor: Member;
  facts: Facts;
  zone: string;
  rule: number;
  ruleName: string;
  run: number;
  /** Whether a person asked for the run. */
  isAsked: boolean;
  /** The rules of its chain, with its own. */
  rules: number[];
  /** A file of the library, or why there is none. */
  picture: { file: number } | { error: string } | null;
  /** Of the assistant, where the command has asked it. */
  answer: Answer | null;
  /** The publication of the trigger. */
  publication: number | null;
  /** The first item of the draft that was made, else of the post of the trigger. */
  item: number | null;
};
