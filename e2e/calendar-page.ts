import { expect, type Locator, type Page } from '@playwright/test';

/** A day of the next month: it is not past, and the month around it is in sight. */
export function nextMonth(day: number): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, day))
    .toISOString()
    .slice(0, 10);
}

/** As the calendar names it: 'Thu 10 Dec', in another year with that. */
export function named(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  // The browser is in Berlin (playwright.config.ts).
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Berlin' }).format();
  const isThisYear = day.slice(0, 4) === today.slice(0, 4);
  return new Intl.DateTimeFormat('en-GB', {
    timeZone: 'UTC',
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(!isThisYear && { year: 'numeric' }),
  })
    .format(date)
    .replace(',', '');
}

/** An entry of the calendar, by its text. */
export const entry = (page: Page, text: string) =>
  page.getByRole('button', { name: new RegExp(`, .*: ${text}$`) });

export const cell = (page: Page, day: string) => page.locator(`[data-day="${day}"]`);

type Point = { x: number; y: number };

const middleOf = async (element: Locator): Promise<Point> => {
  const { x, y, width, height } = (await element.boundingBox()) ?? {
    x: 0,
    y: 0,
    width: 0,
    height: 0,
  };
  return { x: x + width / 2, y: y + height / 2 };
};

/** Resolves once the page scrolls no more, as it does for a moment after a swipe. */
const untilStill = () =>
  new Promise<void>((resolve) => {
    let [last, still] = [window.scrollY, 0];
    const look = () => {
      still = window.scrollY === last ? still + 1 : 0;
      last = window.scrollY;
      if (still > 10) resolve();
      else requestAnimationFrame(look);
    };
    look();
  });

/** A finger: a swipe does not wait, and what is lifted was pressed for long. */
export async function finger(page: Page) {
  const client = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: Point[]) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints });
  return {
    swipe: async (from: Locator, by: number) => {
      const { x, y } = await middleOf(from);
      await touch('touchStart', { x, y });
      for (const part of [0.25, 0.5, 0.75, 1]) await touch('touchMove', { x, y: y + by * part });
      await touch('touchEnd');
      await page.evaluate(untilStill);
    },
    lift: async (element: Locator) => {
      await touch('touchStart', await middleOf(element));
      await expect(page.locator('[data-dragged]')).toBeVisible();
    },
    move: async (to: Locator) => touch('touchMove', await middleOf(to)),
    release: () => touch('touchEnd'),
  };
}
