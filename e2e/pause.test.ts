import { expect, expectAccessible, join, openAs, register, test, toast } from './fixtures.ts';

test('all publishing is paused and resumed, and what was due is decided about', async ({
  page,
  person,
  browser,
  request,
}) => {
  const headers = { authorization: `Bearer ${person.access}` };
  const { id: folder } = await person.folder('Launch');
  const data = { network: 'practice', fields: { name: 'Harbour' } };
  const made = await request.post('/api/channels/', { headers, data });
  const { id: channel } = await made.json();
  const publish = async (content: string) => {
    const { id } = await person.item(folder, content);
    await request.post(`/api/content/items/${id}/publications/`, {
      headers,
      data: { channels: [channel], at: null },
    });
    return id;
  };
  const set = await request.post('/api/channel-sets/', {
    headers,
    data: { name: 'All', channels: [channel] },
  });
  const unasked = await request.post('/api/rules/', {
    headers,
    data: {
      name: 'Straight out',
      trigger: { kind: 'post_tagged', tag: 'go' },
      actions: [{ kind: 'draft', from: 'trigger', folder }],
      becomes: { kind: 'schedule', set: (await set.json()).id, when: { days: 1, at: '09:00' } },
    },
  });
  const rule = `/api/rules/${(await unasked.json()).id}/`;
  await request.post(`${rule}try/`, { headers, data: {} });
  await request.put(`${rule}switch/`, { headers, data: { on: true } });
  await page.goto('/content');
  await page.getByRole('button', { name: /^Workspace: / }).click();
  await page.getByRole('menuitem', { name: 'Pause all publishing…' }).click();
  const pause = page.getByRole('dialog', { name: 'Pause all publishing' });
  await expect(pause.getByText('0 publications are scheduled')).toBeVisible();
  await expect(pause.getByText('1 rule publishes without asking')).toBeVisible();
  const confirm = pause.getByRole('button', { name: 'Pause all publishing' });
  await expect(confirm).toBeDisabled();
  await pause.getByLabel('Reason *').fill('Flood in Valencia, we wait.');
  await confirm.click();
  await expect(toast(page, 'Success', 'All publishing is paused')).toBeVisible();
  const banner = page.getByRole('status', { name: 'Pause' });
  await expect(banner).toContainText('All publishing is paused · you,');
  await expect(banner).toContainText('“Flood in Valencia, we wait.”');

  // A colleague who may not publish sees it, and does not resume.
  const viewer = await register(request, 'Vera Viewer');
  const workspace = await join(request, person, viewer, 'viewer');
  const other = await openAs(browser, viewer, { workspace });
  await other.goto('/content');
  const seen = other.getByRole('status', { name: 'Pause' });
  await expect(seen).toContainText('Ada Byron');
  await expect(seen.getByRole('button')).toHaveCount(0);

  const first = await publish('Ask us anything about water.');
  await publish('Seen again later');
  const changed = await publish('Written in time');
  const editor = await register(request, 'Ed Editor');
  await join(request, person, editor, 'editor');
  await request.put(`/api/content/items/${changed}/`, {
    headers: { authorization: `Bearer ${editor.access}`, 'x-workspace': String(workspace) },
    data: { content: 'Changed meanwhile' },
  });
  await expect(banner).toContainText('3 held');
  await expect(seen).toContainText('3 held');
  // The publish dialog does not offer what would not happen.
  await page.goto(`/content/edit/${(await person.item(folder, 'A third')).id}`);
  await page.getByRole('button', { name: 'Publish…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Publish' });
  await expect(dialog.getByRole('radio', { name: 'Now' })).toBeDisabled();
  await expect(
    dialog.getByText('All publishing is paused: this is held until someone resumes.').first(),
  ).toBeVisible();
  await page.keyboard.press('Escape');

  await banner.getByRole('button', { name: 'Resume…' }).click();
  const resume = page.getByRole('dialog', { name: 'Resume publishing' });
  await expect(resume.getByRole('listitem')).toHaveCount(3);
  await expectAccessible(page);
  const row = (text: string) => resume.getByRole('listitem').filter({ hasText: text });
  await row('Ask us anything').getByRole('button', { name: 'Publish now' }).click();
  await row('Seen again').getByRole('button', { name: 'Leave' }).click();
  // What nobody approved as it is now stays, and says why.
  const why = 'Ed Editor changed part 1 after it was scheduled.';
  await expect(row('Written in time')).toContainText(why);
  await row('Written in time').getByRole('button', { name: 'Publish now' }).click();
  await expect(row('Written in time')).toContainText('Stays on hold');
  await expect(resume.getByText('1 goes out now, 1 stays on hold, 1 is left.')).toBeVisible();
  await resume.getByRole('button', { name: 'Resume publishing' }).click();
  const goesOn = `Publishing goes on. 1 publication on hold: ${why}`;
  await expect(toast(page, 'Success', goesOn)).toBeVisible();
  await expect(banner).toContainText('1 post that was due waits for your decision.');
  await banner.getByRole('button', { name: 'Decide' }).click();
  await row('Written in time').getByRole('button', { name: 'Leave' }).click();
  await resume.getByRole('button', { name: 'Decide' }).click();
  await expect(banner).toHaveCount(0);
  await expect(seen).toHaveCount(0);
  await page.getByRole('link', { name: 'Back to Content' }).click();
  await page.goto(`/content/preview/${first}`);
  await expect(page.getByRole('link', { name: /View on|Open/ }).first()).toBeVisible();
  await expect(page.getByText('Published').first()).toBeVisible();
});
