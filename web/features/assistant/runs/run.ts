import { type RunBody, type RunEvents, run } from '#contract/assistant/runs.ts';
import { ApiError, openStream } from '#web/api/client.ts';
import { messages } from '#web/api/messages.ts';
import type { RunFailure } from './failures.ts';

/** An event of a run. After `done` or `error` none follows. */
export type RunEvent = {
  [Name in keyof RunEvents]: { event: Name; data: RunEvents[Name] };
}[keyof RunEvents];

/**
 * Asks the assistant. Ends with `done` or `error` in any case, but for a run that is aborted.
 * @throws AbortError
 */
export async function* runEvents(
  body: RunBody,
  signal: AbortSignal,
): AsyncGenerator<RunEvent | { event: 'error'; data: RunFailure }> {
  try {
    const stream = await openStream(run, { body, signal });
    for await (const { event, data } of messages(stream, () => undefined)) {
      yield { event, data: JSON.parse(data) } as RunEvent;
      if (event === 'done' || event === 'error') return;
    }
  } catch (error) {
    if (signal.aborted) throw error;
    if (error instanceof ApiError && error.status > 0) {
      yield { event: 'error', data: { kind: 'refused', says: error.message } };
      return;
    }
  }
  yield { event: 'error', data: { kind: 'connection_lost' } };
}
