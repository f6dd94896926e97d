import type { Page } from '@playwright/test';
import type { Person } from './fixtures.ts';
import {
  allowFailures,
  card,
  chooseOption,
  expect,
  expectAccessible,
  openAs,
  test,
  toast,
} from './fixtures.ts';

const COFFEE = {
  ...{ name: 'Coffee, English', short_name: 'coffee', kind: 'hashtags', take: 2 },
  hashtags: ['specialtycoffee', 'filtercoffee', 'v60', 'northwindcoffee'].map((tag) => ({
    tag,
    is_pinned: tag === 'northwindcoffee',
  })),
};
const SIGNATURE = { name: 'Jo, signed', kind: 'text', text: '— Jo, behind the bar' };

/** Calls the API as a person. */
async function post(page: Page, { access }: Person, path: string, data: object) {
  const headers = { authorization: `Bearer ${access}` };
  const response = await page.request.post(path, { headers, data });
  expect(response.ok(), await response.text()).toBe(true);
  return response.json();
}

const names = (page: Page) =>
  page
    .getByRole('list', { name: 'Hashtags of the group' })
    .getByRole('button', { name: /pinned$/ })
    .evaluateAll((tags) => tags.map((tag) => tag.textContent));

test('a group of hashtags is written, sorted and pinned by keyboard, and saves by itself', async ({
  page,
  person,
}) => {
  await person.folder('Launch');
  await page.goto('/templates');
  await page.getByRole('button', { name: 'Snippets' }).click();
  await expect(page.getByText('No snippets yet.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'New snippet' }).click();
  await page.getByRole('button', { name: 'Hashtag group' }).click();
  await page.getByLabel('Name *').fill('Coffee, English');
  const add = page.getByRole('textbox', { name: 'Hashtags' });
  await add.fill('#specialtycoffee, v60 not-one');
  await expect(page.getByText('‘not-one’ is no hashtag')).toBeVisible();
  await add.fill('filtercoffee');
  await add.press('Enter');
  await page.getByRole('button', { name: 'Create snippet' }).click();

  const open = page.getByRole('region', { name: 'Coffee, English' });
  await expect(open.getByText('Saved', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: '#v60, not pinned' }).focus();
  await page.keyboard.press('Alt+ArrowRight');
  await expect(page.getByRole('button', { name: '#v60, not pinned' })).toBeFocused();
  expect(await names(page)).toEqual(['#specialtycoffee', '#filtercoffee', '#v60']);
  await page.keyboard.press('p');
  await expect(page.getByRole('button', { name: '#v60, pinned' })).toBeFocused();
  await chooseOption(page.getByRole('combobox', { name: 'How many of 3 hashtags' }), '2');
  await expect(open.getByText('of 3, by chance')).toBeVisible();
  await expect(open.getByRole('region', { name: 'As it would be' })).toContainText('#v60');
  await expectAccessible(page);
  await expect(open.getByText('Saved', { exact: true })).toBeVisible();
  await page.reload();
  await expect.poll(() => names(page)).toEqual(['#specialtycoffee', '#filtercoffee', '#v60']);
  await expect(page.getByRole('button', { name: /^Coffee, English/ })).toContainText(
    '3 hashtags, 2 by chance',
  );
  await page.getByRole('button', { name: '#filtercoffee, not pinned' }).press('Delete');
  await expect(open.getByText('of 2', { exact: true })).toBeVisible();

  allowFailures('400 PUT /api/snippets/:id/');
  // A name that is taken is said at its field, and what is written stays.
  await post(page, person, '/api/snippets/', SIGNATURE);
  await page.getByLabel('Name *').fill('jo, SIGNED');
  await expect(page.getByText('There is already a snippet with this name.')).toBeVisible();
  await page.getByLabel('Name *').fill('Coffee');
  await expect(
    page.getByRole('region', { name: 'Coffee' }).getByText('Saved', { exact: true }),
  ).toBeVisible();

  // Arrow keys move through the list, and the one that is open follows.
  await page.getByRole('button', { name: /^Jo, signed/ }).click();
  await expect(page.getByLabel('Text *')).toHaveValue(SIGNATURE.text);
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('region', { name: 'Coffee' })).toBeVisible();
  await page.getByRole('button', { name: 'More actions for Coffee' }).click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page, 'Success', 'Snippet deleted')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Coffee/ })).toHaveCount(0);
});

test('what somebody else saves meanwhile is not lost', async ({ page, person, browser }) => {
  await person.folder('Launch');
  const { id } = await post(page, person, '/api/snippets/', SIGNATURE);
  await page.goto('/templates?view=snippets');
  await expect(page.getByLabel('Text *')).toHaveValue(SIGNATURE.text);
  const there = await openAs(browser, person);
  await there.goto('/templates?view=snippets');
  await there.getByLabel('Text *').fill('Theirs');
  // Live, where nothing is unsaved.
  await expect(page.getByLabel('Text *')).toHaveValue('Theirs');
  allowFailures('net::ERR_FAILED PUT /api/snippets/:id/', '409 PUT /api/snippets/:id/');
  await page.route('**/api/snippets/*/', (route) => route.abort());
  await page.getByLabel('Text *').fill('Mine');
  await expect(page.getByText('Not saved')).toBeVisible();
  await there.getByLabel('Text *').fill('Theirs again');
  await expect(there.getByText('Saved', { exact: true })).toBeVisible();
  await page.unroute('**/api/snippets/*/');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('Somebody else has saved this snippet.')).toBeVisible();
  await page.getByRole('button', { name: 'Save mine in its place' }).click();
  await expect(there.getByLabel('Text *')).toHaveValue('Mine');
  expect(id).toBeGreaterThan(0);
});

test('a name that ends in a space is saved once, stays as typed, and keeps its place', async ({
  page,
  person,
}) => {
  await person.folder('Launch');
  await post(page, person, '/api/snippets/', SIGNATURE);
  await post(page, person, '/api/snippets/', COFFEE);
  await page.goto('/templates?view=snippets');
  const name = page.getByLabel('Name *');
  await expect(name).toHaveValue(COFFEE.name);
  let saves = 0;
  page.on('request', (request) => {
    if (request.method() === 'PUT') saves++;
  });
  await name.fill('Zebra ');
  await expect(page.getByRole('button', { name: /^Zebra/ })).toBeVisible();
  await expect(
    page.getByRole('region', { name: 'Zebra' }).getByText('Saved', { exact: true }),
  ).toBeVisible();
  await expect(name).toHaveValue('Zebra ');
  await expect(name).toBeFocused();
  expect(saves).toBe(1);
});

test('/ inserts a snippet in place of what is typed, as one step', async ({ page, person }) => {
  await person.folder('Launch');
  await post(page, person, '/api/snippets/', COFFEE);
  await post(page, person, '/api/snippets/', SIGNATURE);
  await page.goto('/content/create');
  const text = page.getByRole('textbox', { name: 'Content *' });
  const menu = page.getByRole('listbox', { name: 'Insert' });
  await text.pressSequentially('Either/or, see https://example.org/a');
  await expect(menu).toHaveCount(0);
  await text.fill('');
  await text.pressSequentially('Our coffee ');
  await text.pressSequentially('/');
  await expect(menu.getByRole('option', { name: 'Coffee, English' })).toBeVisible();
  await expect(menu.getByRole('option', { name: 'Emoji' })).toBeVisible();
  await expectAccessible(page);
  await text.pressSequentially('cof');
  await expect(menu.getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(text).toHaveValue(/^Our coffee #\w+ #northwindcoffee$/);
  await expect(menu).toHaveCount(0);
  await page.keyboard.press('Control+z');
  await expect(text).toHaveValue('Our coffee /cof');

  // Escape leaves it as it is typed, and no match closes it.
  await text.fill('');
  await text.pressSequentially('/jo');
  await expect(menu).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu).toHaveCount(0);
  await expect(text).toHaveValue('/jo');
  await text.press('Enter');
  await text.pressSequentially('/nothing like this');
  await expect(menu).toHaveCount(0);

  // The button of the tools does the same, and takes its slash back.
  await text.fill('Bye');
  await page.getByRole('button', { name: 'Insert into the content' }).click();
  await expect(menu).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(text).toHaveValue('Bye');
  await page.getByRole('button', { name: 'Insert into the content' }).click();
  await expect(text).toHaveValue('Bye /');
  await text.pressSequentially('signed');
  await page.keyboard.press('Tab');
  await expect(text).toHaveValue(`Bye ${SIGNATURE.text}`);
  await expect(text).toBeFocused();

  // What the tools do, and the palette.
  await text.pressSequentially(' ');
  await text.pressSequentially('/new part');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Thread item 2' })).toBeFocused();
  await expect(page.getByRole('textbox', { name: 'Thread item 1' })).toHaveValue(
    `Bye ${SIGNATURE.text}`,
  );
  await page.keyboard.press('Control+k');
  await page.keyboard.type('insert snippet');
  await page.keyboard.press('Enter');
  await menu.getByRole('option', { name: 'Jo, signed' }).click();
  await expect(page.getByRole('textbox', { name: 'Thread item 2' })).toHaveValue(SIGNATURE.text);
  await page.keyboard.press('Control+z');
  await expect(page.getByRole('textbox', { name: 'Thread item 2' })).toHaveValue('');

  await page.goto('/templates?view=snippets');
  await expect(page.getByRole('button', { name: /^Jo, signed/ })).toContainText('2×');
});

test('an input method that composes opens nothing, and an empty editor offers templates', async ({
  page,
  person,
}) => {
  const { id: folder } = await person.folder('Launch');
  await post(page, person, '/api/templates/', {
    ...{ name: 'Thank you', folder },
    items: [{ content: 'Thank you all' }],
  });
  await page.goto('/content/create');
  const text = page.getByRole('textbox', { name: 'Content *' });
  await text.focus();
  const client = await page.context().newCDPSession(page);
  await client.send('Input.imeSetComposition', { selectionStart: 1, selectionEnd: 1, text: '/' });
  await client.send('Input.insertText', { text: '/' });
  await expect(text).toHaveValue('/');
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await text.fill('');
  await text.pressSequentially('/thank');
  await page.getByRole('option', { name: 'Thank you' }).click();
  await page
    .getByRole('dialog', { name: 'Thank you' })
    .getByRole('button', { name: 'Make draft' })
    .click();
  await expect(text).toHaveValue('Thank you all');
});

test('channel sets have their page, and a phone has all of it', async ({ page, person }) => {
  const { id: folder } = await person.folder('Launch');
  await person.item(folder, 'Our new coffee lands');
  const channels = await Promise.all(
    ['Harbour', 'Roastery'].map((name) =>
      post(page, person, '/api/channels/', { network: 'practice', fields: { name } }),
    ),
  );
  await post(page, person, '/api/channel-sets/', { name: 'All', channels: [channels[0].id] });
  await post(page, person, '/api/snippets/', COFFEE);
  await page.goto('/templates?view=sets');
  const open = page.getByRole('region', { name: 'All' });
  await open.getByRole('checkbox', { name: 'Roastery on Practice' }).click();
  await expect(open.getByText('2 of 2')).toBeVisible();
  await chooseOption(open.getByRole('combobox', { name: 'Offered first in' }), 'Launch');
  await expect(open.getByText('Saved', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(open.getByRole('checkbox', { name: 'Roastery on Practice' })).toBeChecked();
  await expect(open.getByRole('combobox', { name: 'Offered first in' })).toContainText('Launch');
  await page.getByRole('button', { name: 'New set' }).click();
  const dialog = page.getByRole('dialog', { name: 'New set' });
  await dialog.getByLabel('Name').fill('Short');
  await dialog.getByRole('checkbox', { name: 'Harbour on Practice' }).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  const short = page.getByRole('region', { name: 'Short' });
  await expect(short).toBeVisible();
  await short.getByRole('button', { name: 'More actions for Short' }).click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('button', { name: /^Short/ })).toHaveCount(0);

  // In its folder it is offered before those whose names come first.
  const aardvark = { name: 'Aardvark', channels: [channels[0].id] };
  await post(page, person, '/api/channel-sets/', aardvark);
  await page.goto('/content');
  await card(page, 'Our new coffee lands').getByRole('link').first().click();
  await expect(page.getByRole('textbox', { name: 'Content *' })).toHaveValue(
    'Our new coffee lands',
  );
  await page.getByRole('button', { name: 'Publish…' }).click();
  await page.getByRole('dialog', { name: 'Publish' }).getByRole('button', { name: /^Set/ }).click();
  await expect(page.getByRole('menuitem')).toContainText([/^All/, /^Aardvark/]);

  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/templates?view=snippets');
  await page.getByRole('button', { name: /^Coffee, English/ }).click();
  await expect(page.getByRole('list', { name: 'Hashtags of the group' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Back to Snippets' }).click();
  await expect(page.getByRole('button', { name: /^Coffee, English/ })).toBeVisible();
  await page.goto('/content/create');
  await page.getByRole('textbox', { name: 'Content *' }).pressSequentially('/');
  const option = page.getByRole('option', { name: 'Coffee, English' });
  expect((await option.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await option.click();
  await expect(page.getByRole('textbox', { name: 'Content *' })).toHaveValue(/#northwindcoffee$/);
});
