import type { Given, Options } from './arguments.ts';

export type Command = {
  /** As it is typed: 'posts list'. */
  name: string;
  summary: string;
  /** What follows on the name. */
  takes?: string;
  options: Options;
  /** Whether its words are those of a program, which reads them itself. */
  raw?: true;
  /** Lines of the help. */
  more?: readonly string[];
  run: (given: Given) => Promise<void>;
};
