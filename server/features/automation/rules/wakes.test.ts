import { expect, test } from 'vitest';
import { useApp, writer } from '../../../testing/app.ts';
import { eventually } from '../../../testing/eventually.ts';
import { rulesOf } from '../../../testing/rules.ts';

/** What happens starts rules at once, and not by the job of each minute. */

const app = useApp({}, { wakes: true });

test('Rules run as something happens, and what they do starts others', async () => {
  await app.database.query("delete from jobs.schedule where name = 'rules.run'");
  const me = await writer(app);
  const { on } = rulesOf(app, me.token);
  const tagged = (tag: string) => ({ kind: 'post_tagged', tag });
  const add = (tag: string) => [{ kind: 'tags', add: [tag], remove: [] }];
  await on({ trigger: tagged('a'), actions: add('b') });
  await on({ trigger: tagged('b'), actions: add('c') });
  const { id } = await me.write({ tags: ['a'] });
  await eventually(async () => {
    const { body } = await app.get(`/api/content/items/${id}/`, me.token);
    expect(body.tags).toEqual(['a', 'b', 'c']);
  });
  const { rows } = await app.database.query("select from jobs.job where name = 'rules.run'");
  expect(rows).toEqual([]);
});
