import type { run } from '#contract/assistant/runs.ts';
import type { Parsed } from '#contract/http/endpoint.ts';
import type { Message } from '../client/question.ts';
import type { VoiceText } from '../prompts/frame.ts';

/** What a task is made of. */
export type Asked = {
  body: Parsed<typeof run>['body'];
  voice: VoiceText | null;
  /** Of the person, or of the own action. */
  instruction: string | null;
  /** The mark of what is quoted. */
  mark: string;
  /** The messages of a question, with the rules and the voice before it. */
  messages: (question: string) => Message[];
};
