/** What is asked, in the protocol of OpenAI. */

type Part = { type: 'text'; text: string } | { type: 'image_url'; image_url: { url: string } };

export type Message = { role: 'system' | 'user' | 'assistant'; content: string | Part[] };

/** The form of an answer, as JSON schema with a name. */
export type Form = { name: string; schema: object };

/** A server, with its key; `trusted`: the operator has named it. */
export type Target = {
  id: string;
  url: string;
  key: string | null;
  isTrusted: boolean;
};

export type Question = {
  model: string;
  messages: readonly Message[];
  /** The maximum of the answer, with what it thinks. */
  answerTokens: number;
  form?: Form | undefined;
};

/** How an answer ended. */
export type Outcome = {
  finish: 'stop' | 'length' | 'lost';
  /** As the server reports them; null where it does not. */
  tokens: { prompt: number; answer: number } | null;
  /** Whether it thought before or in place of an answer. */
  thought: boolean;
};
