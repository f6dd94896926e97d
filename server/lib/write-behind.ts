import { passesByItself } from '../database/failures.ts';
import type { QuietLog } from './quiet-log.ts';

/** What is written some time after it was answered, in batches. It is lost when the process is killed. */
export function createWriteBehind<Item>({
  what,
  ms,
  size,
  max,
  write,
  report,
}: {
  /** In the log. */
  what: string;
  /** How long the first one waits. */
  ms: number;
  /** Of one batch. */
  size: number;
  /** What is held while the database does not respond; more is dropped. */
  max: number;
  /** Returns what is tried again with the next ones. */
  write: (batch: readonly Item[]) => Promise<readonly Item[]>;
  report: QuietLog;
}) {
  let held: Item[] = [];
  let timer: NodeJS.Timeout | undefined;
  let flushing: Promise<void> | undefined;

  async function writeAll() {
    const again: Item[] = [];
    try {
      while (held.length > 0) {
        const batch = held.slice(0, size);
        try {
          again.push(...(await write(batch)));
        } catch (err) {
          report('warn', what, { err }, `${what} could not be counted`);
          // They are tried again with the next ones.
          if (passesByItself(err)) return;
        }
        held = held.slice(batch.length);
      }
    } finally {
      held.push(...again);
    }
  }

  function flush(): Promise<void> {
    flushing ??= writeAll().finally(() => {
      flushing = undefined;
      if (held.length > 0) later();
    });
    return flushing;
  }

  function later() {
    timer ??= setTimeout(() => {
      timer = undefined;
      void flush();
    }, ms);
  }

  return {
    add: (item: Item) => {
      if (held.length >= max) return report('warn', what, {}, `more ${what} than can be counted`);
      held.push(item);
      later();
    },

    /** Writes what is held. */
    close: async () => {
      clearTimeout(timer);
      timer = undefined;
      await flushing;
      await flush();
      clearTimeout(timer);
    },
  };
}
