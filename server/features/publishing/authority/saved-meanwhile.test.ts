import { expect, test } from 'vitest';
import { useApp } from '../../../testing/app.ts';
import { eventually } from '../../../testing/eventually.ts';
import { practice } from '../../../testing/networks/practice.ts';
import { publisherOn } from '../../../testing/publishing.ts';

/** A draft that is saved while it is scheduled: the save has read that nothing of it is scheduled. */

const app = useApp();

test('a save of a draft that is scheduled at the same moment is covered by who saves it', async () => {
  const me = await publisherOn(app, practice);
  const { id: item } = await me.write({ content: 'As it was scheduled' });
  const holder = await app.database.connect();
  await holder.query('begin; lock table item_versions in share mode');
  const save = me.call(`/api/content/items/${item}/`, 'PUT', { content: 'Saved meanwhile' });
  await eventually(async () => {
    const { rowCount } = await app.database.query(
      "select from pg_locks where not granted and relation = 'item_versions'::regclass",
    );
    expect(rowCount).toBe(1);
  });
  const id = await me.publish(item, { at: '2030-01-01T09:00:00Z' });
  await holder.query('commit');
  holder.release();
  expect((await save).status).toBe(200);
  const { rows } = await app.database.query(
    'select because from approvals where publication_id = $1 order by id',
    [id],
  );
  expect(rows.map(({ because }) => because)).toEqual(['schedule', 'edit']);
  await me.call(`/api/publications/${id}/`, 'PUT', { at: null });
  expect((await me.until(id, 'published')).content[0]?.content).toBe('Saved meanwhile');
});
