import type { Page } from '@playwright/test';

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
