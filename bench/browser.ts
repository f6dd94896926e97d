// Chromium, and what measures a page in it.
import { setTimeout as delay } from 'node:timers/promises';
import { chromium, type Page } from '@playwright/test';
import { findChromium } from '../e2e/chromium.ts';

/** Everything that follows an event has happened after this time. */
export const SETTLED_MS = 700;

export type Session = { user: object; access: string; refresh: string };
export type Row = { what: string; event: number; answer: number | null; frame: number };

/** What the page has recorded since it was asked last. */
type Recorded = { events: number[]; answers: number[]; frames: number[] };

export async function launch() {
  const { executablePath, env } = await findChromium();
  return chromium.launch({
    ...(executablePath && { executablePath }),
    env: { ...process.env, ...env } as Record<string, string>,
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  });
}

/** Signs a person in with the compact list, in this context. */
export async function signIn(page: Page, { user, access, refresh }: Session) {
  await page.goto('/before-paint.js');
  await page.evaluate(
    ({ state, compact }) => {
      localStorage.setItem('access_token', state.accessToken);
      localStorage.setItem('refresh_token', state.refreshToken);
      localStorage.setItem('auth-storage', JSON.stringify({ state, version: 0 }));
      localStorage.setItem('content-store', JSON.stringify({ state: compact, version: 0 }));
    },
    {
      state: { user, accessToken: access, refreshToken: refresh, isAuthenticated: true },
      compact: {
        openFolders: [],
        selectedFolder: null,
        viewMode: 'folders',
        multiItemView: false,
        density: 'compact',
        openThreads: [],
        wholeThreads: [],
      },
    },
  );
}

/**
 * Runs in the page. From an event to the next frame as the browser reports it (Event Timing, in
 * steps of 8 ms; what is faster than 16 ms is not reported), and from a parsed answer to the second
 * frame after it.
 */
export function record() {
  const recorded: Recorded = { events: [], answers: [], frames: [] };
  let last = performance.now();
  const frame = (now: number) => {
    recorded.frames.push(now - last);
    last = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  Object.assign(globalThis, {
    take: () => ({
      events: recorded.events.splice(0),
      answers: recorded.answers.splice(0),
      frames: recorded.frames.splice(0),
    }),
  });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if (
        /^(key|pointer|click|input)/.test(entry.name) &&
        !/move|over|out|enter|leave/.test(entry.name)
      )
        recorded.events.push(entry.duration);
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
  const parse = Response.prototype.json;
  Response.prototype.json = async function (this: Response) {
    const parsed = await parse.call(this);
    const begun = performance.now();
    requestAnimationFrame(() =>
      requestAnimationFrame(() => recorded.answers.push(performance.now() - begun)),
    );
    return parsed;
  };
}

/** Runs a step, and keeps the best of its rounds. */
export function stepsOf(page: Page, rows: Map<string, Row>) {
  const worst = (times: number[]) => (times.length ? Math.max(...times) : null);
  async function step(what: string, act: () => Promise<unknown>) {
    await page.evaluate('take()');
    await act();
    await delay(SETTLED_MS);
    const { events, answers, frames } = (await page.evaluate('take()')) as Recorded;
    const before = rows.get(what);
    const answer = worst(answers);
    rows.set(what, {
      what,
      // The best of the rounds: the machine has pauses of its own.
      event: Math.min(before?.event ?? Number.POSITIVE_INFINITY, worst(events) ?? 0),
      frame: Math.min(before?.frame ?? Number.POSITIVE_INFINITY, worst(frames) ?? 0),
      answer: answer === null ? null : Math.min(before?.answer ?? Number.POSITIVE_INFINITY, answer),
    });
  }
  return step;
}

/** Presses keys one after another. */
export function pressing(page: Page) {
  return (...keys: string[]) =>
    async () => {
      for (const key of keys) await page.keyboard.press(key, { delay: 30 });
    };
}
