import { startAssistantServer } from '../server/testing/assistant/server.ts';
import { choose, type Server } from './assistant-server.ts';
import {
  allowFailures,
  chooseOption,
  expect,
  expectAccessible,
  said,
  test,
  toast,
} from './fixtures.ts';
import { runJobs } from './process.ts';

/** Rules that ask the assistant: what it proposes waits in the editor. */

const BEFORE = 'Teh plum lands on Thursday.';
const AFTER = 'The plum lands on Thursday.';

let server: Server;
test.beforeEach(async () => {
  server = await startAssistantServer({ profile: 'openai', answer: AFTER });
});
test.afterEach(() => server.stop());

test('a rule asks the assistant, and its proposal is taken in the editor', async ({
  page,
  request,
  person,
}) => {
  allowFailures('409 PUT /api/rules/:id/switch/', 'Error toast: Error Its maker has not read yet');
  const folder = await person.folder('Launches');
  const { id } = await person.item(folder.id, BEFORE);
  await page.goto('/automations/new');
  const when = page.getByRole('group', { name: 'When' });
  await chooseOption(when.getByRole('combobox', { name: 'What happens' }), 'A post is tagged');
  await when.getByLabel('Tag').fill('polish');
  await page.getByRole('button', { name: 'Action', exact: true }).click();
  const then = page.getByRole('group', { name: 'Action 1' });
  await chooseOption(then.getByRole('combobox', { name: 'Action' }), 'Ask the assistant');
  await chooseOption(then.getByRole('combobox', { name: 'Ask it to' }), 'Fix spelling');
  // Without a server, the sentence has a gap.
  await expect(
    page.getByRole('button', { name: 'ask the assistant, which is off,' }),
  ).toBeVisible();
  await choose(request, person, server);
  await page.getByRole('textbox', { name: 'Name of the rule' }).fill('Polish');
  await page.getByRole('button', { name: 'Try it', exact: true }).click();
  await expect(page.getByText('Nothing was made or sent.')).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(toast(page, 'Success', 'Rule ‘Polish’ saved')).toBeVisible();
  await page.reload();
  const sentence = 'When a post is tagged #polish, then ask the assistant to fix its spelling';
  await expect(page.getByText(sentence).first()).toBeVisible();
  await expect(then.getByText(/^Texts are sent to/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('switch', { name: 'Off' }).click();
  await expect(page.getByText(/^Its maker has not read yet that texts are sent to/)).toBeVisible();
  await then.getByRole('button', { name: 'OK, go on' }).click();
  await expect(then.getByText(/^Texts are sent to/)).toHaveCount(0);
  await page.getByRole('switch', { name: 'Off' }).click();
  await said(page, 'The rule is on');

  await page.request.put(`/api/content/items/${id}/`, {
    headers: { authorization: `Bearer ${person.access}` },
    data: { tags: ['polish'] },
  });
  await page.goto(`/content/edit/${id}`);
  const text = page.getByLabel('Content *');
  await expect(text).toHaveValue(BEFORE);
  // It comes while the draft is open.
  const proposal = page.getByRole('region', { name: 'Proposal of Polish' });
  await runJobs(['rules.run', 'rules.ask'], () =>
    expect(proposal).toContainText('asked the assistant to fix its spelling', { timeout: 3000 }),
  );
  await expect(text).toHaveValue(BEFORE);
  await expectAccessible(page);
  await text.click();
  await page.keyboard.press('End');
  await text.pressSequentially(' Come by.');
  await expect(proposal).toContainText('The text has changed since then.');
  await proposal.getByRole('button', { name: 'Take' }).press('Enter');
  await expect(text).toHaveValue(`${AFTER} Come by.`);
  await expect(proposal).toHaveCount(0);
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.reload();
  await expect(text).toHaveValue(`${AFTER} Come by.`);
  await expect(proposal).toHaveCount(0);
});
