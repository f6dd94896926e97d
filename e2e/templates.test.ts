import type { Page } from '@playwright/test';
import {
  allowFailures,
  card,
  chooseOption,
  expect,
  expectAccessible,
  expectUnloadAsks,
  type Person,
  test,
  toast,
} from './fixtures.ts';

const TEXT = 'The text of the template';

async function connect(page: Page, { access }: Person) {
  const response = await page.request.post('/api/channels/', {
    headers: { authorization: `Bearer ${access}` },
    data: { network: 'practice', fields: { name: 'Harbour' } },
  });
  return (await response.json()).id as number;
}

test('a post becomes a template, a use fills it in, and what is sent has nothing between braces', async ({
  page,
  person,
}) => {
  const channel = await connect(page, person);
  const { id: folder } = await person.folder('Launch');
  await person.item(folder, 'Our new coffee lands');
  await page.goto('/templates');
  await expect(page.getByText('No templates yet. Save any post as one.')).toBeVisible();
  await page
    .getByRole('navigation', { name: 'Workspace' })
    .getByRole('link', { name: 'Content' })
    .first()
    .click();
  await card(page, 'Our new coffee lands')
    .getByRole('button', { name: /^More actions/ })
    .click();
  await page.getByRole('menuitem', { name: 'Save as template' }).click();
  await toast(page, 'Template ‘Our new coffee lands’ saved')
    .getByRole('button', { name: 'Edit' })
    .click();

  await expect(page.getByRole('heading', { name: 'Edit Template' })).toBeVisible();
  await page.getByLabel('Name *').fill('New coffee lands');
  const text = page.getByRole('textbox', { name: 'Content *' });
  await text.fill('');
  await text.pressSequentially('On {{network}}: {{origin');
  await page.keyboard.press('Escape');
  await text.pressSequentially('}} lands');
  await expect(page.getByText('{{origin}} is not declared')).toBeVisible();
  await text.pressSequentially(', {{notes');
  await expect(page.getByRole('option', { name: 'Declare “notes”' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(text).toHaveValue('On {{network}}: {{origin}} lands, {{notes}}');
  await page.getByRole('button', { name: 'Declare it' }).click();
  await expect(page.getByText('{{origin}} is not declared')).toHaveCount(0);
  await page.getByRole('button', { name: /^Origin/ }).click();
  await page.getByRole('textbox', { name: 'Label' }).fill('Where it grows');
  await chooseOption(page.getByRole('combobox', { name: 'Kind' }), 'Choice');
  await page.getByLabel('Choices').fill('Huila, Sidama,');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(toast(page, 'Success', 'Template ‘New coffee lands’ saved')).toBeVisible();

  await page.getByRole('link', { name: 'Back to Templates' }).click();
  await expect(page.getByRole('button', { name: /^New coffee lands/ })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Asks for' })).toContainText('Where it grows');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'New coffee lands' });
  await expect(dialog.getByRole('status')).toContainText('Notes is missing');
  await expect(dialog.getByRole('button', { name: 'Make draft' })).toBeDisabled();
  await dialog.getByLabel('Notes *').fill('plum {{cocoa}}');
  await chooseOption(dialog.getByRole('combobox', { name: 'Where it grows *' }), 'Huila');
  await expect(dialog.getByRole('list', { name: 'Preview' })).toContainText('Huila lands');
  await expectAccessible(page);
  await dialog.getByLabel('Notes *').press('Control+Enter');
  const made = toast(page, 'Draft made from New coffee lands');
  await expect(made).toBeVisible();
  const content = page.getByRole('textbox', { name: 'Content *' });
  const filled = 'On {{network}}: Huila lands, plum \\{{cocoa}}';
  await expect(content).toHaveValue(filled);

  // The editor says that its author has left a draft that is gone.
  allowFailures('404 PUT /api/content/items/:id/presence/');
  await made.getByRole('button', { name: 'Undo' }).click();
  await expect(page).toHaveURL(/\/templates$/);
  await expect(toast(page, 'Draft moved to the trash')).toBeVisible();
  expect(await person.items()).toHaveLength(1);

  // Again, and published.
  await page.getByRole('button', { name: 'Use template' }).click();
  await dialog.getByLabel('Notes *').fill('plum {{cocoa}}');
  await chooseOption(dialog.getByRole('combobox', { name: 'Where it grows *' }), 'Huila');
  await dialog.getByRole('button', { name: 'Make draft' }).click();
  await expect(content).toHaveValue(filled);
  await content.press('End');
  await content.pressSequentially(' {{closing}}');
  await page.getByRole('button', { name: 'Publish…' }).click();
  const publish = page.getByRole('dialog', { name: 'Publish' });
  await expect(publish.getByRole('checkbox', { name: 'Harbour on Practice' })).toBeDisabled();
  await expect(
    publish.getByText('{{closing}} is not filled in. Write \\{{closing}} to publish it as it is'),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await content.fill(filled);
  await page.getByRole('button', { name: 'Publish…' }).click();
  const box = publish.getByRole('checkbox', { name: 'Harbour on Practice' });
  // Once the text was checked as it is now: then the only channel is chosen.
  await expect(box).toBeEnabled();
  await box.check();
  await publish.getByRole('radio', { name: 'Now' }).check();
  await publish.getByRole('button', { name: /^Publish/ }).click();
  await expect(async () => {
    const response = await page.request.get(`/api/practice/${channel}/`, {
      headers: { authorization: `Bearer ${person.access}` },
    });
    expect(JSON.stringify(await response.json())).toContain(
      'On Practice: Huila lands, plum {{cocoa}}',
    );
  }).toPass();
});

test('a template is written from nothing, used from the menu and the palette, and deleted', async ({
  page,
  person,
}) => {
  await person.folder('Launch');
  await page.goto('/templates');
  await page.getByRole('link', { name: 'New template' }).click();
  await page.getByLabel('Name *').fill('Thank you');
  await page.getByRole('textbox', { name: 'Content *' }).fill(TEXT);
  await page.keyboard.press('Control+s');
  await expect(toast(page, 'Success', 'Template ‘Thank you’ saved')).toBeVisible();
  await expect(page).toHaveURL(/\/templates\/\d+$/);
  // What is not saved is asked for, also before the tab is closed.
  await page.getByRole('textbox', { name: 'Content *' }).fill(`${TEXT}!`);
  await expect(page.getByRole('status').filter({ hasText: 'Not saved' })).toBeVisible();
  await expectUnloadAsks(page);
  await page.getByRole('link', { name: 'Back to Templates' }).click();
  await page
    .getByRole('dialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Leave' })
    .click();

  await page
    .getByRole('navigation', { name: 'Workspace' })
    .getByRole('link', { name: 'Content' })
    .first()
    .click();
  await page.getByRole('button', { name: 'More ways to create content' }).click();
  await page.getByRole('menuitem', { name: 'From a template…' }).click();
  await page
    .getByRole('dialog', { name: 'Use a template' })
    .getByRole('button', { name: 'Thank you' })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Thank you' });
  await chooseOption(dialog.getByRole('combobox', { name: 'Folder *' }), 'Launch');
  await dialog.getByRole('button', { name: 'Make draft' }).click();
  await expect(page.getByRole('textbox', { name: 'Content *' })).toHaveValue(TEXT);

  await page.keyboard.press('Control+k');
  await page.keyboard.type('use a template');
  await page.keyboard.press('Enter');
  await page
    .getByRole('dialog', { name: 'Use a template' })
    .getByRole('button', { name: 'Thank you' })
    .click();
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');

  await page
    .getByRole('navigation', { name: 'Workspace' })
    .getByRole('link', { name: 'Templates' })
    .click();
  await page.getByRole('button', { name: 'More actions for Thank you' }).click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  const question = page.getByRole('dialog', { name: 'Delete ‘Thank you’?' });
  await expect(question).toContainText('What was made with it stays.');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No templates yet. Save any post as one.')).toBeVisible();
});
