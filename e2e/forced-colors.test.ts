import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

/** Contrast themes take all colours of ours: what is chosen is told by those of the system. */

const marksOf = (element: Locator) =>
  element.first().evaluate((node) => {
    const { outlineStyle, outlineWidth, backgroundImage } = getComputedStyle(node);
    return `${outlineStyle} ${outlineWidth}, ${backgroundImage}`;
  });

/** That a chosen element can be told from one that is not. */
async function differ(where: Page | Locator, chosen: string, other: string) {
  await expect(where.locator(chosen).first()).toBeVisible();
  await expect(where.locator(other).first()).toBeVisible();
  const marks = await marksOf(where.locator(chosen));
  expect([chosen, marks]).not.toEqual([chosen, await marksOf(where.locator(other))]);
  expect([chosen, marks]).toEqual([chosen, expect.stringContaining('gradient')]);
}

test('whatever is chosen can be told in forced colours', async ({ page, person }, info) => {
  await page.emulateMedia({ forcedColors: 'active' });
  const look = (name: string) => page.screenshot({ path: info.outputPath(`${name}.png`) });
  const folder = await person.folder('Launch');
  await person.folder('Other');
  const { id } = await person.item(folder.id, 'A post');
  await person.item(folder.id, 'Another post');

  await page.goto('/content');
  await page.getByRole('treeitem', { name: /^Launch/ }).click();
  await differ(page, '[role=treeitem][aria-selected=true]', '[role=treeitem][aria-selected=false]');
  await differ(
    page.getByRole('navigation', { name: 'Workspace' }),
    'a[aria-current]',
    'a:not([aria-current])',
  );
  await differ(page, 'main button[aria-pressed=true]', 'main button[aria-pressed=false]');
  await page
    .getByRole('checkbox', { name: /A post/ })
    .first()
    .click();
  await differ(page, '[data-selected]', '[data-row]:not([data-selected])');
  await look('content');
  await page.keyboard.press('Control+k');
  await differ(page, '[role=option][aria-selected=true]', '[role=option][aria-selected=false]');
  await look('palette');
  await page.keyboard.press('Escape');

  await page.goto(`/content/edit/${id}`);
  await differ(
    page.getByRole('tablist', { name: 'Content type' }),
    '[role=tab][aria-selected=true]',
    '[role=tab][aria-selected=false]',
  );
  await look('editor');

  await page.goto('/calendar');
  await differ(page, 'main button[aria-pressed=true]', 'main button[aria-pressed=false]');
  await differ(page, '[data-day] [aria-current=date]', '[data-day] span:not([aria-current])');
  await page.getByRole('button', { name: 'More' }).click();
  await page.keyboard.press('ArrowDown');
  await differ(
    page,
    '[role=menuitem][data-highlighted]',
    '[role=menuitem]:not([data-highlighted])',
  );
  await look('calendar');
  await page.keyboard.press('Escape');

  await page.goto('/settings');
  await differ(
    page.getByRole('navigation', { name: 'Settings' }),
    'a[aria-current]',
    'a:not([aria-current])',
  );
  await expect(page.locator('nav[aria-label=Settings] a[aria-current]')).toHaveText(['Profile']);
  await look('settings');
});
