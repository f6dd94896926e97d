import { READY_RULES } from '#contract/automation/rules-ready.ts';
import { asText, sentence } from '#contract/automation/rules-sentence.ts';
import { expect, test } from './fixtures.ts';

test('each ready rule is offered, opens as its sentence, and says what is still to be chosen', async ({
  page,
  person: _,
}) => {
  test.setTimeout(120_000);
  const saved = new Set<boolean>();
  await page.goto('/automations');
  for (const rule of READY_RULES) {
    const offered = page.getByRole('listitem').filter({ hasText: rule.name });
    const words = asText(sentence(rule, () => undefined));
    await expect(offered).toContainText(words);
    await page.getByRole('link', { name: `Use ${rule.name}` }).click();
    await expect(page.getByRole('textbox', { name: 'Name of the rule' })).toHaveValue(rule.name);
    await expect(page.getByText(words, { exact: true }).first()).toBeVisible();
    const gaps = sentence(rule, () => undefined).some(({ tone }) => tone === 'gap');
    // One of each kind: they are saved in one way.
    const isSaved = !saved.has(gaps);
    saved.add(gaps);
    if (isSaved) await page.getByRole('button', { name: 'Save', exact: true }).click();
    if (isSaved && gaps) await expect(page.getByRole('alert').first()).toBeVisible();
    else if (isSaved) await expect(page).toHaveURL(/\/automations\/\d+/);
    await page.getByRole('link', { name: 'Back to Automations' }).click();
    const leave = page.getByRole('button', { name: 'Leave', exact: true });
    const list = page.getByRole('link', { name: 'New rule' });
    await expect(leave.or(list)).toBeVisible();
    if (await leave.isVisible()) await leave.click();
    await expect(list).toBeVisible();
    if (isSaved && !gaps) {
      await page.getByRole('button', { name: `More actions for ${rule.name}` }).click();
      await page.getByRole('menuitem', { name: 'Delete…' }).click();
      await page.getByRole('button', { name: 'Delete Rule' }).click();
    }
    await expect(page.getByRole('heading', { name: 'Twelve rules to begin with' })).toBeVisible();
  }
});
