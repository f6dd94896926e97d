import type { Page } from '@playwright/test';
import pg from 'pg';

import {
  chooseOption,
  expect,
  expectAccessible,
  type Person,
  said,
  test,
  toast,
} from './fixtures.ts';
import { readEnvironment } from './process.ts';

/** What is done once a post is out: chosen in the publish dialog, seen beside it, and cancelled. */

async function practice(page: Page, { access }: Person) {
  const headers = { authorization: `Bearer ${access}` };
  const data = { network: 'practice', fields: { name: 'Harbour' } };
  await page.request.post('/api/channels/', { headers, data });
}

/** Opens a new post, and returns it. */
async function openPost(page: Page, person: Person) {
  const folder = await person.folder('Launch');
  const [post] = await person.thread(folder.id, ['Our market opens on Friday']);
  await page.goto(`/content/preview/${post?.id}`);
  return post;
}

const publications = (page: Page) => page.getByRole('region', { name: 'Publications' });

test('a repost, a reply and a deletion are chosen with a publication, and one is cancelled', async ({
  page,
  person,
}) => {
  await practice(page, person);
  await openPost(page, person);
  await page.getByRole('button', { name: 'Publish…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Publish' });
  await dialog.getByRole('checkbox', { name: 'Harbour on Practice' }).check();
  await dialog.getByRole('button', { name: 'Afterwards' }).click();
  const part = dialog.getByRole('region', { name: 'Afterwards' });

  await part.getByRole('checkbox', { name: 'Repost it' }).check();
  await part.getByLabel('Repost after').fill('2');
  await chooseOption(part.getByLabel('Unit'), 'days');
  await part.getByRole('checkbox', { name: 'Reply below it' }).check();
  await part.getByRole('textbox', { name: 'Reply *' }).fill('All stalls: https://example.org');
  await part.getByRole('checkbox', { name: 'Delete it at the network' }).check();
  await expect(part).toContainText('nothing brings it back');
  await expectAccessible(page);

  // What was chosen is there again after the dialog was closed.
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Publish…' }).click();
  await expect(part.getByRole('textbox', { name: 'Reply *' })).toHaveValue(/All stalls/);

  // Nothing is deleted without consent.
  await dialog.getByRole('button', { name: 'Publish now on Practice' }).click();
  await expect(dialog.getByRole('alert')).toContainText('Confirm that the post is deleted');
  await part.getByRole('checkbox', { name: 'I know that nothing brings' }).check();
  await dialog.getByRole('button', { name: 'Publish now on Practice' }).click();
  await expect(dialog).toBeHidden();
  await expect(publications(page)).toContainText('1 channel: 1 published');

  await publications(page).getByRole('button', { name: 'Attempts on Harbour' }).click();
  const rows = publications(page).getByRole('region', { name: 'Afterwards' });
  await expect(rows.getByRole('listitem')).toHaveCount(3);
  await expect(rows).toContainText('Repost on Harbour');
  await expect(rows).toContainText('All stalls: https://example.org');
  const removal = rows.getByRole('listitem').filter({ hasText: 'Delete at the network' });
  await removal.getByRole('button', { name: 'Cancel: Delete at the network' }).click();
  await said(page, 'Cancelled');
  await expect(removal).toContainText('cancelled');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await said(page, 'Planned again');
  await expect(removal.filter({ hasText: 'planned' })).toHaveCount(1);
  for (const name of ['Repost on Harbour', 'Reply below']) {
    await rows.getByRole('button', { name: `Cancel: ${name}` }).click();
    await said(page, 'Cancelled');
    await expect(rows.getByRole('button', { name: `Cancel: ${name}` })).toBeHidden();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await said(page, 'Planned again');
    await expect(rows.getByRole('button', { name: `Cancel: ${name}` })).toBeVisible();
  }
});

test('a reply that nobody could plan again alone is cancelled after a question', async ({
  page,
  person,
}) => {
  await practice(page, person);
  const post = await openPost(page, person);
  const headers = { authorization: `Bearer ${person.access}` };
  const [channel] = await (await page.request.get('/api/channels/', { headers })).json();
  const publication = await page.request.post(`/api/content/items/${post?.id}/publications/`, {
    headers,
    data: {
      ...{ channels: [channel.id], at: null },
      afterwards: { [channel.id]: [{ kind: 'reply', hours: 1, text: 'All stalls' }] },
    },
  });
  expect(publication.status()).toBe(201);
  await expect(publications(page)).toContainText('1 channel: 1 published');
  const rules = await page.request.put('/api/workspace/', {
    headers,
    data: { prevent_self_approval: true },
  });
  expect(rules.ok()).toBe(true);
  await page.reload();
  await publications(page).getByRole('button', { name: 'Attempts on Harbour' }).click();
  await publications(page).getByRole('button', { name: 'Cancel: Reply below' }).click();
  const question = page.getByRole('dialog', { name: 'Cancel the reply?' });
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Cancel the reply' }).click();
  await said(page, 'Cancelled');
  await expect(page.getByRole('button', { name: 'Undo', exact: true })).toBeHidden();
});

test('a reply keeps its text, takes a snippet at the caret, and what is missing is shown', async ({
  page,
  person,
}) => {
  await practice(page, person);
  const headers = { authorization: `Bearer ${person.access}` };
  await page.request.post('/api/snippets/', {
    headers,
    data: { name: 'Shop link', short_name: 'shop', kind: 'text', text: 'https://example.org' },
  });
  await openPost(page, person);
  await page.getByRole('button', { name: 'Publish…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Publish' });
  await dialog.getByRole('checkbox', { name: 'Harbour on Practice' }).check();
  const heading = dialog.getByRole('button', { name: 'Afterwards' });
  await heading.click();
  const part = dialog.getByRole('region', { name: 'Afterwards' });
  const box = part.getByRole('checkbox', { name: 'Reply below it' });
  await box.check();
  const reply = part.getByRole('textbox', { name: 'Reply *' });

  // A folded field that is missing is unfolded, marked and focused.
  await heading.click();
  await dialog.getByRole('button', { name: 'Publish now on Practice' }).click();
  await expect(reply).toBeFocused();
  await expect(reply).toHaveAccessibleDescription('Enter the text of the reply.');
  await expect(reply).toHaveAttribute('aria-invalid', 'true');

  await reply.fill('All stalls: , every week');
  for (let step = 0; step < ', every week'.length; step++) await page.keyboard.press('ArrowLeft');
  await part.getByRole('button', { name: 'Insert a snippet' }).click();
  await page.getByRole('menuitem', { name: 'Shop link' }).click();
  await expect(reply).toHaveValue('All stalls: https://example.org, every week');
  await expect(reply).toBeFocused();
  await page.keyboard.press('ControlOrMeta+z');
  await expect(reply).toHaveValue('All stalls: , every week');
  await box.uncheck();
  await expect(reply).toBeHidden();
  await box.check();
  await expect(reply).toHaveValue('All stalls: , every week');
});

test('what was due during a pause is done or left when publishing is resumed', async ({
  page,
  person,
}) => {
  await practice(page, person);
  const post = await openPost(page, person);
  const headers = { authorization: `Bearer ${person.access}` };
  const [channel] = await (await page.request.get('/api/channels/', { headers })).json();
  const path = `/api/content/items/${post?.id}/publications/`;
  const data = { channels: [channel.id], at: null };
  const [publication] = await (await page.request.post(path, { headers, data })).json();
  await expect(publications(page)).toContainText('1 channel: 1 published');
  const paused = await page.request.put('/api/pause/', {
    headers,
    data: { reason: 'Flood in Valencia', ends_at: null },
  });
  expect(paused.ok()).toBe(true);
  const added = await page.request.post(`/api/publications/${publication.id}/afterwards/`, {
    headers,
    data: {
      afterwards: [
        { kind: 'repost', hours: 1 },
        { kind: 'reply', hours: 1, text: 'All stalls' },
      ],
    },
  });
  expect(added.status()).toBe(201);
  // As if the hour had passed.
  const pool = new pg.Pool({ connectionString: readEnvironment().DATABASE_URL });
  await pool.query(
    'update afterwards set due_at = now(), next_attempt_at = now() where publication_id = $1',
    [publication.id],
  );
  await pool.end();

  const banner = page.getByRole('status', { name: 'Pause' });
  await banner.getByRole('button', { name: 'Resume…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Resume publishing' });
  const part = dialog.getByRole('region', { name: 'After publishing' });
  await expect(part.getByRole('listitem')).toHaveCount(2);
  await expectAccessible(page);
  const reply = part.getByRole('group', { name: 'Reply below: Our market opens on Friday' });
  await reply.getByRole('button', { name: 'Leave it' }).click();
  await dialog.getByRole('button', { name: 'Resume publishing' }).click();
  await expect(toast(page, 'Success', 'Publishing goes on')).toBeVisible();
  await expect(banner).toBeHidden();

  await publications(page).getByRole('button', { name: 'Attempts on Harbour' }).click();
  const rows = publications(page).getByRole('region', { name: 'Afterwards' });
  // A job of each minute does it.
  const repost = rows.getByRole('listitem').filter({ hasText: 'Repost' });
  await expect(repost).toContainText(/planned|under way|done/);
  await expect(repost).not.toContainText('held by a pause');
  await expect(rows.getByRole('listitem').filter({ hasText: 'Reply' })).toContainText('cancelled');
});
