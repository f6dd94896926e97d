import type { RunEvents, RunResult } from '#contract/assistant/runs.ts';
import type { Form, Message } from '../client/question.ts';

/** A question of one kind: what is asked, and what becomes of the answer. */

type Entry = RunEvents['entry']['entry'];

export type Judged =
  | { result: RunResult }
  | {
      /** Why it is asked a second time, and what the model is told then. */
      again: RunEvents['again']['reason'];
      over: number;
      say: string;
      /** What counts where the second answer is no better. */
      result?: RunResult | undefined;
    };

export type Task = {
  messages: Message[];
  form?: Form;
  /** The maximum of the answer, in tokens. */
  answerTokens: number;
  /** Whether the answer is sent while it is written. */
  streams: boolean;
  /** The list of the form whose entries are sent as they are complete. */
  entries?: { list: string; max: number; read: (value: unknown) => Entry | undefined };
  judge: (answer: string) => Judged;
};

const MIN_ANSWER = 1000;
const MAX_ANSWER = 8192;

/** As many tokens as an answer of this length takes, with some to think. */
export const answerFor = (tokens: number) =>
  Math.round(Math.min(Math.max(tokens * 1.5 + 600, MIN_ANSWER), MAX_ANSWER));
