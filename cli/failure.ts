/** What a command ends with (docs/commands.md). */
export const EXIT = { failed: 1, usage: 2, notSignedIn: 4, refused: 5, interrupted: 130 } as const;
type Reason = Exclude<keyof typeof EXIT, 'interrupted'>;

/** Ends a command with a sentence for people, and its exit code. */
export class Failure extends Error {
  readonly reason: Reason;
  /** What the API said, for `--json`. */
  readonly body: Record<string, unknown> | undefined;

  constructor(message: string, reason: Reason = 'failed', body?: Record<string, unknown>) {
    super(message);
    this.reason = reason;
    this.body = body;
  }
}

/** What is wrong with how a command was called. */
export const usage = (message: string) => new Failure(message, 'usage');
