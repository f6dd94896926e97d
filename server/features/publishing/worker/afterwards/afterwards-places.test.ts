import { afterAll, expect, test } from 'vitest';
import { useApp } from '../../../../testing/app.ts';
import { eventually } from '../../../../testing/eventually.ts';
import { startMastodon } from '../../../../testing/networks/mastodon.ts';
import type { TestNetwork } from '../../../../testing/networks/network.ts';
import { publisherOn, runAfterwards } from '../../../../testing/publishing.ts';
import { startJob, untilJobEnds } from '../../../../testing/run-job.ts';

/** A server that hangs delays nothing that is done afterwards on others. */

const [slow, healthy] = [await startMastodon(), await startMastodon()];
afterAll(() => Promise.all([slow.stop(), healthy.stop()]));

const app = useApp({ ALLOW_PRIVATE_NETWORKS: 'true' });

/** So many of a publication at most. */
const EACH = 10;

/** Plans so many replies of different texts below posts of an account. */
async function planned(network: TestNetwork, count: number) {
  const me = await publisherOn(app, network);
  const ids: number[] = [];
  for (let at = 0; at < count; at += EACH) {
    const id = await me.publish(await me.thread([`Post ${at}`]));
    await me.until(id, 'published');
    const replies = Array.from({ length: Math.min(EACH, count - at) }, (_, index) => ({
      kind: 'reply' as const,
      hours: 1,
      text: `Reply ${at + index}`,
    }));
    await me.addAfterwards(id, ...replies);
    ids.push(id);
  }
  return { me, ids };
}

/** Lets the time of what is planned come, so long ago. */
const pass = (ids: number[], seconds: number) =>
  app.database.query(
    `update afterwards set due_at = now() - make_interval(secs => $2),
       next_attempt_at = now() - make_interval(secs => $2) where publication_id = any($1)`,
    [ids, seconds],
  );

/** What the server of a network answers only once it is let go. */
function hang(network: Pick<typeof slow, 'intercept'>) {
  const held = Promise.withResolvers<void>();
  const seen = { calls: 0 };
  network.intercept(async ({ pass }) => {
    seen.calls++;
    await held.promise;
    return pass();
  });
  return {
    seen,
    release: () => {
      network.intercept(undefined);
      held.resolve();
    },
  };
}

const repliesOn = async ({ me }: Awaited<ReturnType<typeof planned>>) =>
  (await me.posts()).filter(({ parent }) => parent !== null).length;

test.each([30, 60])(
  '%d replies on a server that hangs delay none on another one',
  async (count) => {
    const [hanging, others] = [await planned(slow, count), await planned(healthy, 5)];
    await pass(hanging.ids, 2);
    await pass(others.ids, 1);
    const { release, seen } = hang(slow);
    const job = await startJob(app, 'afterwards.run');
    try {
      await eventually(async () => expect(await repliesOn(others)).toBe(5));
      // Nothing of the other server has ended, and it has its places, not all of them.
      expect(await repliesOn(hanging)).toBe(0);
      await eventually(() => expect(seen.calls).toBe(10));
    } finally {
      release();
    }
    // A place that is free is taken at once: the same run does them all.
    await untilJobEnds(app, job, 60_000);
    expect(await repliesOn(hanging)).toBe(count);
  },
);

test('What a process left when it died takes no places, and is looked for when its lease is over', async () => {
  const [left, others] = [await planned(slow, 20), await planned(slow, 5)];
  await pass(left.ids, 2);
  await pass(others.ids, 1);
  // As if it had died in the middle of its calls.
  await app.database.query(
    `with left_behind as (
       update afterwards set state = 'running', prepared = '{"since":null,"media":[]}',
         lease = gen_random_uuid(), leased_until = now() + interval '1 hour'
       where publication_id = any($1) returning id)
     insert into afterward_attempts (afterward_id, step, began_at)
     select id, 'send', now() - interval '10 minutes' from left_behind`,
    [left.ids],
  );
  await runAfterwards(app);
  expect([await repliesOn(others), await repliesOn(left)]).toEqual([5, 0]);
  await app.database.query(
    `update afterwards set leased_until = now() - interval '1 second'
     where publication_id = any($1)`,
    [left.ids],
  );
  await runAfterwards(app);
  const { rows } = await app.database.query(
    `select step, outcome, count(*)::integer from afterward_attempts
     join afterwards on afterwards.id = afterward_id
     where publication_id = any($1) and step = 'find' group by 1, 2`,
    [left.ids],
  );
  expect(rows).toEqual([{ step: 'find', outcome: 'absent', count: 20 }]);
});
