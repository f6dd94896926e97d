import type { SendPart, Session } from './adapter.ts';

/** `prepare` or `send` of a network that takes one part at a time. */
export const onePart =
  <Result>(run: (part: SendPart, session: Session, signal: AbortSignal) => Promise<Result>) =>
  async (parts: readonly SendPart[], session: Session, signal: AbortSignal): Promise<Result[]> => {
    const [part] = parts as [SendPart];
    return [await run(part, session, signal)];
  };
