import { expect, test } from 'vitest';
import { allPages } from '#contract/pages.ts';
import { folderIn, folderPath } from '#web/features/content/folders/selected-folder.ts';
import { crumbsOf, pageAt } from './page-at.ts';

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

test.each([
  ['folder=7', 7],
  ['', null],
  ['folder=', null],
  ['folder=abc', null],
  ['folder=-1', null],
  ['folder=0', null],
  ['folder=99999999999999999999', null],
])('the address %s names the folder %s', (query, folder) =>
  expect(folderIn(new URLSearchParams(query))).toBe(folder),
);

test.each([
  ['/content', ['Content']],
  ['/content/create', ['Content', 'Create New']],
  ['/analytics', ['Content', 'Analytics']],
  ['/social-accounts', ['Content', 'Social Accounts']],
  ['/social-accounts/7/queue', ['Content', 'Social Accounts', 'Queue']],
  ['/settings/members', ['Content', 'Settings', 'Members']],
  ['/content/edit/7', ['Content', 'Edit Content #7']],
  ['/content/preview/7', ['Content', 'Preview Content #7']],
  ['/content/what', ['Content', 'Page Not Found']],
])('%s has the breadcrumbs %j', (path, labels) => {
  const crumbs = crumbsOf(path);
  expect(crumbs.map(({ label }) => label)).toEqual(labels);
  // All but the page itself lead somewhere.
  if (labels.length > 1)
    expect(crumbs.map(({ to }) => to === undefined).indexOf(true)).toBe(labels.length - 1);
});
