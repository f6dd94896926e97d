import type { Member } from '../../../actor.ts';
import type { Transaction } from '../../../database/transaction.ts';
import type { Context } from '../feeds/feeds.service.ts';
import type { Facts } from './judge.ts';
import type { Undo } from './steps.ts';

/** What carrying out a command is given, and what it says. */

export type Done = { result: string; item: number | null; post?: number; undo: Undo | null };

export type Acting = {
  context: Context;
  tx: Transaction;
  actor: Member;
  facts: Facts;
  zone: string;
  rule: number;
  /** Whether a person asked for the run. */
  isAsked: boolean;
  /** The rules of its chain, with its own. */
  rules: number[];
  /** A file of the library, or why there is none. */
  picture: { file: number } | { error: string } | null;
  /** The publication of the trigger. */
  publication: number | null;
  /** The first item of the draft that was made, else of the post of the trigger. */
  item: number | null;
};
