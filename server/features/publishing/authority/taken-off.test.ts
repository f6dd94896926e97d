import { expect, test } from 'vitest';
import { type Row, resultOf } from '#contract/authority/cases.ts';
import { TAKEN_OFF, type TakenOffRow } from '#contract/authority/hold-cases.ts';
import { done, ending, type Scene, useScenes } from '../../../testing/authority.ts';
import { bringTo } from '../../../testing/authority-cases.ts';
import { runAfterwards } from '../../../testing/publishing.ts';

/** What may be cancelled or moved: the rows of `TAKEN_OFF`, through HTTP and the worker. */

const { app, begin } = useScenes();

const answered = ({ status }: { status: number }) => {
  if (status < 300) return 'y';
  return status === 409 ? 'r' : String(status);
};

type Take = (scene: Scene, id: number) => Promise<{ status: number }>;
const cancel: Take = ({ by }, id) => by('owner')(`/api/publications/${id}/`, 'DELETE');
const move: Take = ({ by }, id) =>
  by('owner')(`/api/publications/${id}/`, 'PUT', { at: '2031-01-01T09:00:00Z' });

/** A reply below what is published. */
async function planReply(scene: Scene) {
  const call = scene.by('owner');
  const id = await bringTo(scene, 'W', call);
  await scene.release(id);
  await ending(scene, id);
  const planned = { afterwards: [{ kind: 'reply', hours: 1, text: 'Below' }] };
  const [{ id: afterward }] = await done(
    call(`/api/publications/${id}/afterwards/`, 'POST', planned),
  );
  return { id, afterward };
}
const cancelAfterward = ({ by }: Scene, id: number) =>
  by('owner')(`/api/afterwards/${id}/`, 'DELETE');

const takenFrom = (moment: 'W' | 'N' | 'P' | 'there', take: Take) => async (scene: Scene) => {
  const id = await bringTo(scene, moment, scene.by('owner'));
  return answered(await take(scene, id));
};

async function takenAfterwards(scene: Scene) {
  const { afterward } = await planReply(scene);
  return answered(await cancelAfterward(scene, afterward));
}

async function takenWhileMaybe(scene: Scene) {
  const { id, afterward } = await planReply(scene);
  scene.plan('lost');
  await app.database.query(
    'update afterwards set due_at = now(), next_attempt_at = now() where publication_id = $1',
    [id],
  );
  await runAfterwards(app);
  const { rows } = await app.database.query(
    'select outcome from afterward_attempts where afterward_id = $1 order by id desc limit 1',
    [afterward],
  );
  expect(rows).toEqual([{ outcome: 'unknown' }]);
  return answered(await cancelAfterward(scene, afterward));
}

/** While its file is uploaded: nothing is out, and nothing can be. */
const takenWhilePrepared = (take: Take) => async (scene: Scene) => {
  const call = scene.by('owner');
  scene.plan('limit');
  const id = await bringTo(scene, 'N', call);
  // As if a worker were uploading it.
  const begun = `insert into publication_attempts (publication_id, position, step)
    values ($1, 0, 'prepare')`;
  await app.database.query(begun, [id]);
  await app.database.query(
    "update channels set lease = gen_random_uuid(), leased_until = now() + interval '1 minute' where id = $1",
    [scene.channel],
  );
  return answered(await take(scene, id));
};

type Column = 'W' | 'N' | 'U' | 'P' | 'F' | 'maybe';
const TRIED: Record<TakenOffRow, Partial<Record<Column, (scene: Scene) => Promise<string>>>> = {
  'it is cancelled, or left as it is': {
    W: takenFrom('W', cancel),
    N: takenFrom('N', cancel),
    U: takenFrom('there', cancel),
    P: takenFrom('P', cancel),
    F: takenAfterwards,
    maybe: takenWhileMaybe,
  },
  'it is moved': {
    W: takenFrom('W', move),
    N: takenFrom('N', move),
    U: takenFrom('there', move),
    P: takenFrom('P', move),
  },
  'it is cancelled while its file is prepared': { N: takenWhilePrepared(cancel) },
  'it is moved while its file is prepared': { N: takenWhilePrepared(move) },
};

for (const [name, columns] of Object.entries(TRIED))
  for (const [column, take] of Object.entries(columns))
    test.concurrent(`${name}, ${column}`, async () => {
      const row: Row<Column> = TAKEN_OFF[name as TakenOffRow];
      const today = row.today?.find(({ at }) => at === column)?.today;
      const seen = await take(await begin('none'));
      expect(seen).toBe(resultOf(today ?? row[column as Column], 'none'));
    });
