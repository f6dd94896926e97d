import { MAX_AT_ONCE } from '#contract/assistant/limits.ts';
import type { Question } from '#web/features/assistant/asking/asking.ts';
import { answered, askingOf, tell } from '#web/features/assistant/asking/asking-store.ts';

/** Another run of the same person had not ended: it is asked again so often, after so long. */
const TRIES = 5;
const AGAIN_MS = 1000;

/** Asks several questions, as many at once as a person may. */
export function createQueue() {
  let waiting: { name: string; question: Question }[] = [];
  const running = new Map<string, AbortController>();
  function next() {
    while (running.size < MAX_AT_ONCE) {
      const job = waiting.shift();
      if (!job) return;
      const controller = new AbortController();
      running.set(job.name, controller);
      void untilAnswered(job.name, job.question, controller.signal).finally(() => {
        if (running.get(job.name) === controller) running.delete(job.name);
        next();
      });
    }
  }
  function end(name: string) {
    waiting = waiting.filter((job) => job.name !== name);
    running.get(name)?.abort();
    running.delete(name);
  }
  return {
    ask(name: string, question: Question) {
      end(name);
      tell(name, { do: 'ask', question });
      waiting.push({ name, question });
      next();
    },
    stop() {
      const names = [...waiting.map(({ name }) => name), ...running.keys()];
      waiting = [];
      for (const name of names) {
        end(name);
        tell(name, { do: 'stop' });
      }
    },
  };
}

/** Waits where the server asks for a pause, and asks again then. */
async function untilAnswered(name: string, question: Question, signal: AbortSignal) {
  for (let tried = 1; ; tried++) {
    await answered(name, question, signal);
    const { failure } = askingOf(name);
    const isAgain = failure?.kind === 'pause' || (failure?.kind === 'at_once' && tried < TRIES);
    if (!isAgain || signal.aborted) return;
    await pause(failure.kind === 'pause' ? (failure.seconds ?? 1) * 1000 : AGAIN_MS, signal);
    if (signal.aborted) return;
    tell(name, { do: 'ask', question });
  }
}

const pause = (milliseconds: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
