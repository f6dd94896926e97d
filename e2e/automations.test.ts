import {
  allowFailures,
  chooseOption,
  expect,
  expectAccessible,
  expectUnloadAsks,
  hold,
  join,
  openAs,
  register,
  said,
  test,
  toast,
} from './fixtures.ts';
import { runJobs } from './process.ts';

test('a ready rule is tried, switched on, acts on a post, and is undone', async ({
  page,
  person,
}) => {
  const folder = await person.folder('Brewing tips');
  await person.folder('Done');
  const { id } = await person.item(folder.id, 'Rinse the filter first');
  await page.goto('/content');
  await page.getByRole('link', { name: /^Automations/ }).click();
  await expect(page.getByRole('heading', { name: 'Twelve rules to begin with' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Use Ready tag to review' }).click();
  await expect(
    page.getByText('When a post is tagged #ready, then submit it for review.'),
  ).toBeVisible();

  // What is missing is said where it is missing.
  await page.getByRole('group', { name: 'When' }).getByLabel('Tag').fill('');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const missing = page.getByRole('group', { name: 'When' }).getByRole('alert');
  await missing.getByRole('button').click();
  await expect(page.getByRole('group', { name: 'When' }).getByLabel('Tag')).toBeFocused();
  // So does the gap in the sentence.
  await page.getByRole('textbox', { name: 'Name of the rule' }).focus();
  await page.getByRole('button', { name: 'with a tag', exact: true }).click();
  await expect(page.getByRole('group', { name: 'When' }).getByLabel('Tag')).toBeFocused();
  await page.getByRole('group', { name: 'When' }).getByLabel('Tag').fill('ready');

  await page.getByRole('button', { name: 'Try it', exact: true }).click();
  await expect(page.getByText('Nothing was made or sent.')).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(toast(page, 'Success', 'Rule ‘Ready tag to review’ saved')).toBeVisible();
  await page.getByRole('switch', { name: 'Off' }).click();
  await said(page, 'The rule is on');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await said(page, 'The rule is off');
  await page.getByRole('switch', { name: 'Off' }).click();
  await said(page, 'The rule is on');
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Back to Automations' }).click();
  const row = page.getByRole('listitem').filter({ hasText: 'a post is tagged #ready' });
  await expect(row.getByRole('switch')).toBeChecked();
  await expect(row).toContainText('No run yet');

  // Somebody tags the post, and the page hears of what the rule did.
  await page.request.put(`/api/content/items/${id}/`, {
    headers: { authorization: `Bearer ${person.access}` },
    data: { tags: ['ready'] },
  });
  await runJobs(['rules.run'], () =>
    expect(row).not.toContainText('No run yet', { timeout: 3000 }),
  );
  await page.getByRole('button', { name: 'Runs', exact: true }).click();
  const run = page.getByRole('region', { name: 'Run', exact: true });
  await expect(run.getByRole('heading', { name: /Rinse the filter/ })).toBeVisible();
  await expect(run).toContainText('Then: submit it for review');
  await expect(run.getByText('Review', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await run.getByRole('button', { name: 'Undo' }).click();
  await said(page, 'Undone');
  await run.getByRole('link', { name: 'Open' }).click();
  await expect(
    page.getByRole('complementary').or(page.getByRole('main')).getByText('Draft').first(),
  ).toBeVisible();
});

test('a rule is written by its form, asks before it is left, and is deleted', async ({
  page,
  person,
}) => {
  await person.folder('Brewing tips');
  await page.goto('/automations');
  await page.getByRole('link', { name: 'New rule' }).click();
  await page.getByRole('textbox', { name: 'Name of the rule' }).fill('Monday reminder');
  const when = page.getByRole('group', { name: 'When' });
  await chooseOption(when.getByLabel('What happens'), 'A time');
  await chooseOption(when.getByLabel('How often'), 'Every month');
  await when.getByLabel('Day of the month').fill('15');
  await expect(page.getByText('Every 15th of the month at 09:00')).toBeVisible();
  await chooseOption(when.getByLabel('How often'), 'Every week');
  await page.getByRole('button', { name: 'Action', exact: true }).click();
  const action = page.getByRole('group', { name: 'Action 1' });
  await chooseOption(action.getByRole('combobox', { name: 'Action' }), 'Notify people or programs');
  await action.getByRole('button', { name: 'Ada Byron' }).click();
  await expect(page.getByText('Every Monday at 09:00, then notify Ada Byron.')).toBeVisible();
  await page.getByRole('link', { name: 'Back to Automations' }).click();
  await page.getByRole('button', { name: 'Stay' }).click();
  await page.keyboard.press('Control+s');
  await expect(toast(page, 'Success', 'Rule ‘Monday reminder’ saved')).toBeVisible();
  await page.getByRole('button', { name: 'More actions for Monday reminder' }).click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  await page.getByRole('button', { name: 'Delete Rule' }).click();
  await said(page, 'Rule deleted');
  await expect(page.getByRole('heading', { name: 'Twelve rules to begin with' })).toBeVisible();
});

test('a change of a rule that is on says that it turns the rule off, unless it is tried', async ({
  page,
  person: _,
}) => {
  await page.goto('/automations');
  await page.getByRole('link', { name: 'Use Ready tag to review' }).click();
  await page.getByRole('button', { name: 'Try it', exact: true }).click();
  await expect(page.getByText('Tried with this text of the rule.')).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await said(page, 'Rule ‘Ready tag to review’ saved');
  await page.getByRole('switch', { name: 'Off' }).click();
  await said(page, 'The rule is on');

  const tag = page.getByRole('group', { name: 'When' }).getByLabel('Tag');
  await tag.fill('done');
  await expect(page.getByText('Try the change before you save it, or the rule')).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Tried with this text of the rule.')).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await said(page, 'Rule ‘Ready tag to review’ saved');
  await expect(page.getByRole('switch', { name: 'On' })).toBeChecked();

  // A name is not tried; what is not saved is asked about before the page goes.
  await page.getByRole('textbox', { name: 'Name of the rule' }).fill('Done tag');
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeVisible();
  await expectUnloadAsks(page);
  await tag.fill('ready');
  await page.getByRole('button', { name: 'Save and turn off' }).click();
  await said(page, 'Rule ‘Done tag’ saved. It is off until you try the change');
  await expect(page.getByRole('switch', { name: 'Off' })).not.toBeChecked();

  // The list shows names, and copies rules.
  await page.getByRole('link', { name: 'Back to Automations' }).click();
  await expect(page.getByText('Done tag', { exact: false }).first()).toBeVisible();
  await page.getByRole('button', { name: 'More actions for Done tag' }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await expect(page.getByRole('textbox', { name: 'Name of the rule' })).toHaveValue(
    'Done tag (copy)',
  );
});

test('the form of a rule keeps what was typed, moves blocks with the focus, and says what does not fit', async ({
  page,
  person,
}) => {
  const folder = await person.folder('Brewing tips');
  await page.request.post('/api/templates/', {
    headers: { authorization: `Bearer ${person.access}` },
    data: {
      name: 'Headlines',
      folder: folder.id,
      items: [{ content: 'New: {{headline}}' }],
      variables: [{ name: 'headline', label: 'Headline', kind: 'text' }],
    },
  });
  await page.goto('/automations/new');
  const when = page.getByRole('group', { name: 'When' });
  const first = page.getByRole('group', { name: 'Action 1' });
  const second = page.getByRole('group', { name: 'Action 2' });
  await chooseOption(when.getByLabel('What happens'), 'A post is published or stops');
  await page.getByRole('button', { name: 'Action', exact: true }).click();
  await chooseOption(first.getByLabel('Template'), 'Headlines');
  await chooseOption(first.getByLabel('In folder'), 'Brewing tips');
  await expect(page.getByText(/from Headlines in Brewing tips/)).toBeVisible();
  await chooseOption(first.getByLabel('In folder'), 'That of the template');
  await expect(page.getByText(/from Headlines in Brewing tips/)).toHaveCount(0);

  // A try needs no name, and all that the template asks for; the focus leads there.
  await page.getByRole('button', { name: 'Try it', exact: true }).click();
  await expect(first.getByRole('alert')).toHaveText('Headline is missing.');
  await expect(first.getByLabel('Headline *')).toBeFocused();
  await expect(page.getByText('Enter a name.')).toHaveCount(0);
  await first.getByLabel('Headline *').fill('A headline');
  // What has happened is put in at the caret, which stays behind it.
  await page.keyboard.press('Home');
  await first.getByRole('button', { name: 'its title' }).click();
  await expect(first.getByLabel('Headline *')).toBeFocused();
  await page.keyboard.type(': ');
  await expect(first.getByLabel('Headline *')).toHaveValue('{{title}}: A headline');
  await expect(
    page.getByText('from Headlines with headline “{{title}}: A headline”'),
  ).toBeVisible();

  // Another kind and back.
  await page.getByRole('button', { name: 'Action', exact: true }).click();
  const kind = second.getByRole('combobox', { name: 'Action' });
  await chooseOption(kind, 'Comment');
  await second.getByLabel('Text').fill('words');
  await page.keyboard.press('Home');
  await second.getByRole('button', { name: 'its title' }).click();
  await expect(second.getByLabel('Text')).toBeFocused();
  await page.keyboard.type(' in my own ');
  await expect(second.getByLabel('Text')).toHaveValue('{{title}} in my own words');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('My own words');
  await chooseOption(kind, 'Move it');
  await chooseOption(kind, 'Comment');
  await expect(second.getByLabel('Text')).toHaveValue('My own words');

  await second.getByLabel('Text').focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(first.getByLabel('Text')).toBeFocused();
  await page.keyboard.press('Alt+ArrowDown');
  await expect(second.getByLabel('Text')).toBeFocused();
  await page.getByRole('button', { name: 'Move up: Action 2' }).click();
  await expect(first.getByLabel('Text')).toHaveValue('My own words');
  await page.getByRole('button', { name: 'Move down: Action 1' }).click();

  // What does not fit any more is said at once, by its name.
  await page.getByRole('button', { name: 'Condition', exact: true }).click();
  const condition = page.getByRole('group', { name: 'Condition 1' });
  await chooseOption(condition.getByRole('combobox', { name: 'Condition' }), 'Network');
  await chooseOption(when.getByLabel('What happens'), 'A time');
  await expect(condition.getByRole('alert')).toContainText('‘Network’ can’t be asked here');
  await expect(condition.getByRole('combobox', { name: 'Condition' })).toHaveText('Network');
  // The zone of its hour.
  await expect(when.getByLabel('At', { exact: true })).toHaveAccessibleDescription(
    /^(UTC|\w+\/\w+)$/,
  );

  await chooseOption(
    when.getByLabel('What happens'),
    'A post reaches a number of views or reactions',
  );
  await when.getByLabel('At least').fill('2.5');
  await expect(when).toContainText('Enter a whole number from 1 to 1,000,000,000.');
  await expectAccessible(page);
});

test('a rule for a time is run now, once it was tried', async ({ page, person: _ }) => {
  await page.goto('/automations/new');
  await page.getByRole('textbox', { name: 'Name of the rule' }).fill('Monday reminder');
  const when = page.getByRole('group', { name: 'When' });
  await chooseOption(when.getByLabel('What happens'), 'A time');
  await page.getByRole('button', { name: 'something is done' }).click();
  await expect(page.getByRole('button', { name: 'Action', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  const action = page.getByRole('group', { name: 'Action 1' });
  await chooseOption(action.getByRole('combobox', { name: 'Action' }), 'Notify people or programs');
  // Several of a few are a field, too.
  await page.getByRole('button', { name: 'people', exact: true }).click();
  await expect(action.getByRole('button', { name: 'Ada Byron' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+s');
  await said(page, 'Rule ‘Monday reminder’ saved');

  // It was not tried: that comes first. A dry run can be stopped.
  await page.getByRole('button', { name: 'More actions for Monday reminder' }).click();
  const release = await hold(page, '**/api/rules/*/try/', 'POST');
  allowFailures('net::ERR_ABORTED POST /api/rules/');
  await page.getByRole('menuitem', { name: 'Run now…' }).click();
  const dry = page.getByRole('region', { name: /What would it have done/ });
  await expect(dry.getByRole('progressbar')).toBeVisible();
  await expectAccessible(page);
  await dry.getByRole('button', { name: 'Stop' }).click();
  await expect(dry.getByText('Stopped. Nothing was made or sent.')).toBeVisible();
  await expect(dry.getByRole('button', { name: 'Try it' })).toBeFocused();
  release();
  await page.keyboard.press('Enter');
  await expect(dry.getByText('Tried with this text of the rule.')).toBeVisible();

  await page.getByRole('link', { name: 'Back to Automations' }).click();
  // The list is read again.
  await expect(page.getByRole('link', { name: /^Monday reminder: / })).toBeVisible();
  await expect(page.getByText('Not tried yet')).toHaveCount(0);
  await page.getByRole('button', { name: 'More actions for Monday reminder' }).click();
  await page.getByRole('menuitem', { name: 'Run now…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Run it now?' });
  await expect(dialog).toContainText('Every Monday at 09:00, then notify Ada Byron.');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Run now' }).click();
  await said(page, '‘Monday reminder’ has run: people notified');
  await page.getByRole('button', { name: 'Look', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Run', exact: true })).toContainText(
    'Then: notify Ada Byron',
  );
});

test('what is typed while a new rule is saved stays, and is saved next', async ({
  page,
  person: _,
}) => {
  await page.goto('/automations/new?ready=8');
  const name = page.getByRole('textbox', { name: 'Name of the rule' });
  await name.fill('To review');
  const release = await hold(page, '**/api/rules/', 'POST');
  const asked = page.waitForRequest('**/api/rules/');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await asked;
  await name.fill('To review at once');
  release();
  await expect(toast(page, 'Success', 'Rule ‘To review’ saved')).toBeVisible();
  await expect(page).toHaveURL(/\/automations\/\d+$/);
  await expect(name).toHaveValue('To review at once');
  await expect(name).toBeFocused();
  await expect(page.getByText('Changed, not saved')).toBeVisible();
  await page.keyboard.press('Control+s');
  await expect(toast(page, 'Success', 'Rule ‘To review at once’ saved')).toBeVisible();
  // Another new rule begins anew.
  await page.getByRole('link', { name: 'Back to Automations' }).click();
  await expect(page.getByRole('list', { name: 'Rules' }).getByRole('listitem')).toHaveCount(1);
  await page.getByRole('link', { name: 'New rule' }).click();
  await expect(name).toHaveValue('');
});

test('a rule is written, moved, tried and switched by keyboard', async ({ page, person: _ }) => {
  const { keyboard } = page;
  await page.goto('/automations');
  await page.getByRole('link', { name: 'Use Ready tag to review' }).focus();
  await keyboard.press('Enter');
  await page.getByRole('button', { name: 'Action', exact: true }).focus();
  await keyboard.press('Enter');
  await page
    .getByRole('group', { name: 'Action 2' })
    .getByRole('combobox', { name: 'Action' })
    .focus();
  await keyboard.press('Enter');
  await keyboard.type('Change');
  // The code of the options may be on its way.
  await expect(page.getByRole('option', { name: /^Change/ })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await keyboard.press('Enter');
  const action = page.getByRole('group', { name: 'Action 2' });
  await action.getByLabel('Add tags').focus();
  await keyboard.type('seen');
  await keyboard.press('Enter');
  await expect(page.getByText('then submit it for review and tag it #seen.')).toBeVisible();
  await action.getByRole('combobox', { name: 'Action' }).focus();
  await keyboard.press('Alt+ArrowUp');
  await expect(page.getByText('then tag it #seen and submit it for review.')).toBeVisible();
  await keyboard.press('Control+s');
  await said(page, 'Rule ‘Ready tag to review’ saved');

  await page.getByRole('link', { name: 'Back to Automations' }).focus();
  await keyboard.press('Enter');
  const rule = page.getByRole('link', { name: /^Ready tag to review: / });
  await expect(page.getByText('Not tried yet')).toBeVisible();
  await rule.focus();
  await keyboard.press('t');
  await expect(page.getByText('Nothing was made or sent.')).toBeVisible();
  await page.getByRole('link', { name: 'Back to Automations' }).focus();
  await keyboard.press('Enter');
  await expect(rule).toBeVisible();
  await expect(page.getByText('Not tried yet')).toHaveCount(0);
  await rule.focus();
  await keyboard.press(' ');
  await said(page, 'The rule is on');
  await keyboard.press('#');
  await page.getByRole('button', { name: 'Delete Rule' }).focus();
  await keyboard.press('Enter');
  await said(page, 'Rule deleted');
});

test('a viewer reads rules, and changes none', async ({ browser, page, person, request }) => {
  await page.goto('/automations/new?ready=8');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await said(page, 'Rule ‘Ready tag to review’ saved');
  const viewer = await register(request, 'Vera Viewer');
  const workspace = await join(request, person, viewer, 'viewer');
  const other = await openAs(browser, viewer, { workspace });
  await other.goto('/automations');
  await expect(other.getByRole('switch')).toBeDisabled();
  await expect(other.getByRole('link', { name: 'New rule' })).toHaveCount(0);
  await expectAccessible(other);
  await other.getByRole('link', { name: /^Ready tag to review: / }).click();
  await expect(other.getByRole('textbox', { name: 'Name of the rule' })).toBeDisabled();
  await expect(other.getByRole('group', { name: 'When' }).getByLabel('Tag')).toBeDisabled();
  await expect(other.getByRole('button', { name: 'Save' })).toHaveCount(0);
  await expectAccessible(other);
  await other.goto('/automations/runs');
  await expect(other.getByText('No runs yet')).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });

  test('rules, trying and runs are parts of one page', async ({ page, person }) => {
    await person.folder('Brewing tips');
    await page.goto('/automations/new?ready=8');
    await page.getByRole('textbox', { name: 'Name of the rule' }).fill('To review');
    await page.getByRole('button', { name: 'Save', exact: true }).tap();
    await said(page, 'Rule ‘To review’ saved');
    await page.getByRole('button', { name: 'Try it' }).first().tap();
    await page
      .getByRole('region', { name: /What would it have done/ })
      .getByRole('button')
      .tap();
    await expect(page.getByText('It would have done nothing')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: /^Runs/ }).tap();
    await expect(page.getByText('It has not run yet.')).toBeVisible();
    await page
      .getByRole('group', { name: 'Part of the page' })
      .getByRole('button', { name: 'Rule' })
      .tap();
    // A block is its words; a sheet edits it below the sentence.
    const when = page.getByRole('group', { name: 'When' });
    await when.getByRole('button', { name: 'When a post is tagged #ready' }).tap();
    const sheet = page.getByRole('dialog', { name: 'When' });
    await sheet.getByLabel('Tag').fill('go');
    await expect(sheet.getByText('When a post is tagged #go, then submit')).toBeVisible();
    await expectAccessible(page);
    await sheet.getByLabel('Tag').fill('');
    await sheet.getByRole('button', { name: 'Done' }).tap();
    await expect(sheet).toBeHidden();
    await page.getByRole('button', { name: 'with a tag', exact: true }).tap();
    await expect(sheet.getByLabel('Tag')).toBeFocused();
    await sheet.getByLabel('Tag').fill('go');
    await sheet.getByRole('button', { name: 'Done' }).tap();
    await expect(sheet).toBeHidden();
    await page.getByRole('button', { name: 'Condition', exact: true }).tap();
    const condition = page.getByRole('dialog', { name: 'Condition 1' });
    await expect(condition.getByLabel('Condition', { exact: true })).toBeVisible();
    await condition.getByRole('button', { name: 'Close' }).tap();
    await page.getByRole('button', { name: 'Remove: Condition 1' }).tap();
    await expect(page.getByText('When a post is tagged #go, then').first()).toBeVisible();
    await expectAccessible(page);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(360);
  });
});
