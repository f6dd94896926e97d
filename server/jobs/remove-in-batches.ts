/** Rows of one statement: others are not held up for long. */
const BATCH = 5000;

/** Removes what has expired, in statements of so many rows, until none is left or the job ends. */
export async function removeInBatches(
  signal: AbortSignal,
  remove: (limit: number) => Promise<readonly object[]>,
): Promise<void> {
  for (;;) {
    const gone = await remove(BATCH);
    if (signal.aborted || gone.length < BATCH) return;
  }
}
