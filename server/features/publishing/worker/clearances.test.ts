import { expect, test } from 'vitest';
import { useApp } from '../../../testing/app.ts';
import { practice } from '../../../testing/networks/practice.ts';
import { publisherOn } from '../../../testing/publishing.ts';

/** What is sent has a clearance, which names the approvals by which it leaves: the database asks for it. */

const app = useApp();
const query = async (text: string, ...values: unknown[]) =>
  (await app.database.query(text, values)).rows;

const send = (id: number, clearance: number | null) =>
  query(
    `insert into publication_attempts (publication_id, position, step, clearance_id)
     values ($1, 0, 'send', $2)`,
    id,
    clearance,
  );
const clear = (id: number, approvals: number[]) =>
  query(
    `insert into clearances (publication_id, text_hash, approvals)
     select id, text_hash, $2 from publications where id = $1 returning id`,
    id,
    approvals,
  );

async function sent(content: string) {
  const me = await publisherOn(app, practice);
  const { id: item } = await me.write({ content });
  await me.call(`/api/content/items/${item}/`, 'PUT', { status: 'approved' });
  const id = await me.publish(item);
  await me.until(id, 'published');
  const cleared = await query(
    `select clearances.approvals, clearances.text_hash = publications.text_hash as same
     from publication_attempts join clearances on clearances.id = clearance_id
       join publications on publications.id = clearances.publication_id
     where step = 'send' and publications.id = $1`,
    id,
  );
  return { id, cleared };
}

test('a send names the text and its approvals: of the text, and of who scheduled it', async () => {
  const { id, cleared } = await sent('Plums');
  const given = await query(
    `select id from approvals where publication_id = $1
       or post_id = (select post_id from publications where id = $1) order by id desc`,
    id,
  );
  expect(cleared).toEqual([{ approvals: given.map((row) => row.id), same: true }]);
  expect(given).toHaveLength(2);
});

test('a send without a clearance is refused by the database, as is one of something else', async () => {
  const one = await sent('One');
  const other = await sent('Other');
  await expect(send(one.id, null)).rejects.toThrow(/sends_are_cleared/);
  const [clearance] = await query(
    'select max(id) as id from clearances where publication_id = $1',
    other.id,
  );
  await expect(send(one.id, clearance?.id)).rejects.toThrow(/foreign key/);
});

test('a clearance names approvals of this text that stand', async () => {
  const { id, cleared } = await sent('Right');
  const other = await sent('Wrong');
  const own: number[] = cleared[0]?.approvals;
  await expect(clear(id, [])).rejects.toThrow(/check constraint/);
  await expect(clear(id, other.cleared[0]?.approvals)).rejects.toThrow(/names no approval/);
  await expect(clear(id, own)).resolves.toHaveLength(1);
  await query(
    "update approvals set ended_at = now(), ended_because = 'taken back' where id = $1",
    own[0],
  );
  await expect(clear(id, own)).rejects.toThrow(/names no approval/);
  await query("update publications set text_hash = sha256('x') where id = $1", id);
  await expect(clear(id, own)).rejects.toThrow(/names no approval/);
});
