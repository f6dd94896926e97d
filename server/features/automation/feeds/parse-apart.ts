import { Worker } from 'node:worker_threads';
import { limitConcurrency } from '../../../lib/fair-queue.ts';
import { apart } from '../../../root.ts';
import type { ParsedFeed } from './parse.ts';

/**
 * Parses feeds in a thread of their own: five megabytes of a stranger take the processor for a
 * second, and its memory and time are limited there.
 */

const PARSE_MS = 10_000;
const MAX_HEAP_MB = 192;
const THREAD = apart('server/features/automation/feeds/parse-thread.ts');

const inTurn = limitConcurrency(1);

/** @returns undefined where it is no feed, or takes too much */
export const parseApart = (text: string, base: string): Promise<ParsedFeed | undefined> =>
  inTurn(() => parseInThread(text, base));

function parseInThread(text: string, base: string) {
  const { promise, resolve } = Promise.withResolvers<ParsedFeed | undefined>();
  const worker = new Worker(THREAD, {
    workerData: { text, base },
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
  });
  const timer = setTimeout(() => resolve(undefined), PARSE_MS);
  worker.once('message', resolve);
  worker.once('error', () => resolve(undefined));
  worker.once('exit', () => resolve(undefined));
  return promise.finally(() => {
    clearTimeout(timer);
    return worker.terminate();
  });
}
