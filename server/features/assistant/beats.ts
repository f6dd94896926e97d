/** While nothing comes: proxies close a connection that is silent, and so does this server. */
const BEAT_MS = 15_000;
const BEAT = ': still here\n\n';

/** The events of a run, with heartbeats between them. The next one is asked for when one was taken. */
export async function* withBeats(events: AsyncGenerator<string>): AsyncGenerator<string> {
  try {
    for (;;) {
      const next = events.next();
      // It is awaited below, or nobody waits for it any more.
      next.catch(() => {});
      for (;;) {
        const found = await withinBeat(next);
        if (found?.done) return;
        yield found ? found.value : BEAT;
        if (found) break;
      }
    }
  } finally {
    await events.return(undefined);
  }
}

/** @returns undefined where it takes longer */
async function withinBeat<Result>(next: Promise<Result>): Promise<Result | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const beat = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), BEAT_MS);
  });
  try {
    return await Promise.race([next, beat]);
  } finally {
    clearTimeout(timer);
  }
}
