import { EXIT } from './failure.ts';

/** Ctrl+C: a command ends at once, but not between a renewed token and its file. */

let working = 0;
let isAsked = false;

/** Finishes `work`, which is bounded, before the command ends. */
export async function uninterrupted<Result>(work: () => Promise<Result>): Promise<Result> {
  working++;
  try {
    return await work();
  } finally {
    working--;
    if (isAsked && working === 0) end();
  }
}

const end = () => process.exit(EXIT.interrupted);

export const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

export function endOnInterrupt() {
  for (const signal of SIGNALS)
    process.on(signal, () => {
      // A second time, nothing is waited for.
      if (working === 0 || isAsked) end();
      isAsked = true;
    });
}
