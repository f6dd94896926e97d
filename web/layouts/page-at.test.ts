import { expect, test } from 'vitest';
import { allPages } from '#contract/pages.ts';
import { folderPath } from '#web/features/folders/selected-folder.ts';
import { pageAt } from './page-at.ts';

test.each([
  ['/content', 'Content', undefined],
  ['/content/create', 'Create New', undefined],
  ['/content/edit/7', 'Edit Content #', '7'],
  ['/content/preview/7', 'Preview Content #', '7'],
  ['/social-accounts/callback', 'Connecting an account', undefined],
  ['/social-accounts/7/queue', 'Queue', undefined],
])('%s is the page %s', (path, crumb, id) => {
  const found = pageAt(path);
  expect([found?.page.crumb, found?.id]).toEqual([crumb, id]);
});

test('an unknown path is no page', () => expect(pageAt('/content/nowhere/7')).toBeUndefined());

test('each page is found at its own path', () => {
  for (const [, page] of allPages)
    expect(pageAt(page.path.replaceAll(/:\w+\??/g, '7'))?.page).toBe(page);
});

test.each([
  ['/content', '?search=note&folder=1', 2, '/content?search=note&folder=2'],
  ['/content/drafts', '?folder=1&tag=a', null, '/content/drafts?tag=a'],
  ['/threads/', '', 2, '/threads/?folder=2'],
  // Elsewhere, all content is meant, without what else is in the address.
  ['/calendar', '?view=week', 2, '/content?folder=2'],
  ['/content/trash', '', null, '/content'],
])('at %s%s the folder %s is at %s', (pathname, search, folder, path) =>
  expect(folderPath({ pathname, search }, folder)).toBe(path),
);
