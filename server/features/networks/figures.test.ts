import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { start, useApp } from '../../testing/app.ts';
import { eventually } from '../../testing/eventually.ts';
import { startFacebook } from '../../testing/networks/facebook.ts';
import type { figureFaults } from '../../testing/networks/graph.ts';
import { startInstagram } from '../../testing/networks/instagram.ts';
import { environmentOf, type FakeNetwork } from '../../testing/networks/network.ts';
import { startThreads } from '../../testing/networks/threads.ts';
import { startTikTok } from '../../testing/networks/tiktok.ts';
import { publisherOn } from '../../testing/publishing.ts';
import { startS3 } from '../../testing/s3.ts';

/** Figures that need a permission of their own, and what networks answer instead of them. */

const bucket = await startS3();
afterAll(() => bucket.stop());

type Faults = Partial<ReturnType<typeof figureFaults>>;
const cases: Record<
  string,
  {
    start: () => Promise<FakeNetwork & { declined: Set<string>; figures: Faults; list: unknown[] }>;
    scope: string;
    /** What it calls views. */
    views: string;
  }
> = {
  facebook: { start: startFacebook, scope: 'read_insights', views: 'post_media_view' },
  instagram: {
    start: startInstagram,
    scope: 'instagram_business_manage_insights',
    views: 'views',
  },
  threads: { start: startThreads, scope: 'threads_manage_insights', views: 'views' },
  tiktok: {
    start: () => startTikTok({ kind: 'picture' }),
    scope: 'video.list',
    views: 'view_count',
  },
};
const IN_ORDER = { concurrent: false };

describe.concurrent.each(Object.entries(cases))('%s', (name, { start: begin, scope, views }) => {
  let network: Awaited<ReturnType<typeof begin>>;
  const settings = () => ({
    ALLOW_PRIVATE_NETWORKS: 'true',
    S3_URL: bucket.url(name),
    ...environmentOf(network),
  });
  const app = useApp(async () => {
    network = await begin();
    return { DATA_DIR: await mkdtemp(join(tmpdir(), 'figures-')), ...settings() };
  });
  afterAll(() => network.stop());

  /** A member whose post is published. */
  async function published(texts = ['What it says']) {
    const me = await publisherOn(app, network);
    const item = await me.thread(texts);
    const id = await me.publish(item);
    await me.until(id, 'published');
    const path = `/api/content/items/${item}/figures/` as const;
    const figures = async () => (await me.call(path)).body.publications[0];
    /** Reads them once more, whenever that was done last. */
    const refresh = async () => {
      await app.database.query('delete from readings where publication_id = $1', [id]);
      const { status, body } = await me.call(`${path}refresh/`, 'POST');
      return { status, detail: body.detail, ...body.publications?.[0] };
    };
    /** Runs the job, and waits until the channel was tried. */
    const run = async () => {
      await app.database.query('update reading_plans set next_at = now() where channel_id = $1', [
        me.channel,
      ]);
      await app.database.query("insert into jobs.job (name) values ('figures.read')");
      await eventually(async () => {
        const { rowCount } = await app.database.query(
          'select from channel_readings where channel_id = $1 and leased_until is null',
          [me.channel],
        );
        if (!rowCount) throw new Error('not read yet');
      }, 30_000);
    };
    return { ...me, id, figures, refresh, run };
  }

  test('figures are read, also where counts are texts', IN_ORDER, async () => {
    const me = await published();
    const read = await me.refresh();
    expect(read).toMatchObject({ status: 200, state: 'read', metrics: { views: 120 } });
    network.figures.asText = true;
    expect(await me.refresh()).toMatchObject({ status: 200, metrics: read.metrics });
    network.figures.asText = false;
  });

  test('what an answer leaves out is absent, and the rest is there', IN_ORDER, async () => {
    const me = await published();
    network.figures.leftOut = [views];
    const { metrics } = await me.refresh();
    network.figures.leftOut = [];
    expect([metrics?.views, metrics?.reactions]).toEqual([undefined, 3]);
  });

  test('a retired name is asked for once, and the others are read', IN_ORDER, async () => {
    if (!network.figures.retired) return;
    const me = await published();
    network.figures.retired = [views];
    network.figures.calls = 0;
    const { metrics } = await me.refresh();
    expect([metrics?.views, metrics?.reactions]).toEqual([undefined, 3]);
    const calls = network.figures.calls;
    expect(calls).toBeGreaterThan(2);
    await me.refresh();
    expect(network.figures.calls).toBe(calls + 1);
    network.figures.retired = [];
  });

  test('a limit of the network pauses the readings', IN_ORDER, async () => {
    const me = await published();
    network.figures.limited = true;
    await me.run();
    network.figures.limited = false;
    const { rows } = await app.database.query(
      'select failures, lacks_permission from channel_readings where channel_id = $1',
      [me.channel],
    );
    expect(rows).toEqual([{ failures: 1, lacks_permission: false }]);
  });

  test('posts are read together, and one that is gone is found', IN_ORDER, async () => {
    const me = await published();
    const other = await me.publish(await me.thread(['Another']));
    await me.until(other, 'published');
    network.list.splice(-2, 1);
    await me.run();
    const plans = await app.database.query(
      'select publication_id as id, missing_since from reading_plans where channel_id = $1 order by 1',
      [me.channel],
    );
    expect(plans.rows).toEqual([
      { id: me.id, missing_since: expect.anything() },
      { id: other, missing_since: null },
    ]);
    const { rows } = await app.database.query(
      'select followers from channel_days where channel_id = $1',
      [me.channel],
    );
    expect(rows).toEqual([{ followers: expect.any(Number) }]);
  });

  test('who declines the permission can publish, and give it later', IN_ORDER, async () => {
    network.declined.add(scope);
    const me = await published();
    await me.run();
    expect(await me.figures()).toMatchObject({ state: 'permission', next_at: null });
    expect((await me.call('/api/channels/')).body[0]).toMatchObject({ state: 'connected' });
    network.declined.clear();
    expect((await network.reconnect(me.call, me.channel)).status).toBe(200);
    await me.run();
    expect(await me.figures()).toMatchObject({ state: 'read', metrics: { reactions: 3 } });
  });

  test('an application without the permission connects accounts without it', IN_ORDER, async () => {
    network.figures.approved = false;
    const own = settings();
    const other = await start(app.databaseUrl, {
      ...Object.fromEntries(Object.entries(own).filter(([key]) => !key.endsWith('_FIGURES'))),
    });
    const me = await published().catch((error: Error) => error);
    expect(me).toBeInstanceOf(Error);
    const at = { ...app, request: other.request, base: other.base };
    const { call } = await publisherOn(at, network);
    const { body } = await call('/api/channels/');
    expect(body[0]).toMatchObject({ state: 'connected' });
    network.figures.approved = true;
    await other.stop();
  });
});
