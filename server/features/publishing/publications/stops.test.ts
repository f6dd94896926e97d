import { afterAll, beforeEach, expect, test } from 'vitest';
import { NETWORK_NAMES } from '#contract/networks/names.ts';
import { type Offer, STOPS, type Stop } from '#contract/publishing/stops.ts';
import { colleague, useApp } from '../../../testing/app.ts';
import { eventually } from '../../../testing/eventually.ts';
import { startMastodon } from '../../../testing/networks/mastodon.ts';
import { practice } from '../../../testing/networks/practice.ts';
import { publisherOn } from '../../../testing/publishing.ts';

/**
 * Each failure that stops a publication, brought about over HTTP: it stores the facts from which the
 * page makes its sentence and its buttons (`web/features/publishing/publications/stops.test.ts` has these), and each
 * button's request is accepted.
 */

const app = useApp({ ALLOW_PRIVATE_NETWORKS: 'true', RATE_LIMIT_FACTOR: '50' });
let mastodon: Awaited<ReturnType<typeof startMastodon>>;
// They stop at the end: the application knows a server by its port, which another one would take.
const stops: (() => Promise<void>)[] = [];
beforeEach(async () => {
  mastodon = await startMastodon({ keys: 'ignored' });
  stops.push(mastodon.stop);
});
afterAll(() => Promise.all(stops.map((stop) => stop())));

type Me = Awaited<ReturnType<typeof publisherOn>>;
const later = () => new Date(app.clock.now() + 3600_000).toISOString();
const query = (text: string, ...values: unknown[]) => app.database.query(text, values);
const becomeDue = (id: number) =>
  query('update publications set due_at = now(), next_attempt_at = now() where id = $1', id);
const write = async (me: Me, content = 'A text') => (await me.write({ content })).id;

/** Until the outcome of the first call that publishes a part is stored. */
const untilTried = ({ get }: Me, id: number, part = 0) =>
  eventually(async () => {
    const attempts = (await get(id)).content[part]?.attempts ?? [];
    expect(attempts.find(({ step }) => step === 'send')?.outcome).toBeTruthy();
  });

/** As if all attempts had begun more than a day ago. */
const passADay = (id: number) =>
  query(
    `with attempts as (update publication_attempts
       set began_at = began_at - interval '25 hours' where publication_id = $1),
     parts as (update publication_parts
       set made_at = made_at - interval '25 hours' where publication_id = $1)
     update publications set next_attempt_at = now() where id = $1`,
    id,
  );

const respond = (status: number, error: string) =>
  mastodon.intercept(async () => ({ status, body: { error } }));

async function forADay(me: Me) {
  const id = await me.publish(await write(me));
  await untilTried(me, id);
  await passADay(id);
  return id;
}

const behave = (me: Me, behaviour: object) =>
  me.call(`/api/practice/${me.channel}/`, 'PUT', behaviour);

/** An approved and scheduled post of an editor. */
async function approved(me: Me) {
  const editor = await colleague(app, me.folder, 'editor');
  const given = { folder: me.folder, content: 'Approved' };
  const { body: item } = await editor.call('/api/content/items/', 'POST', given);
  const path = `/api/content/items/${item.id}/` as const;
  const set = (status: string) => me.call(path, 'PUT', { status });
  await set('review');
  await set('approved');
  const id = await me.publish(item.id, { at: later() });
  return { id, set, edit: () => editor.call(path, 'PUT', { content: 'Changed' }) };
}

/** The ways in which they are brought about; the id of the publication. */
const WAYS: Record<keyof typeof STOPS, (me: Me) => Promise<number>> = {
  'the network refuses the text': async (me) => {
    respond(422, 'Text is not nice');
    return me.publish(await write(me));
  },
  'it does not fit any longer': async (me) => {
    const id = await me.publish(await write(me, 'A'.repeat(400)), { at: later() });
    await query(
      `update channels set limits = limits || '{"characters": 100}' where id = $1`,
      me.channel,
    );
    await becomeDue(id);
    return id;
  },
  'the access is revoked': async (me) => {
    respond(401, 'The access token was revoked');
    return me.publish(await write(me));
  },
  'the answer is lost, and the network cannot be read': async (me) => {
    await behave(me, { fault: 'accept_and_drop', times: 1, hides_posts: true });
    return me.publish(await write(me));
  },
  'it is three hours late': async (me) => {
    const id = await me.publish(await write(me), { at: later() });
    // No worker takes it before the silence is noticed.
    const lease = (value: string) =>
      query(`update channels set ${value} where id = $1`, me.channel);
    await lease("lease = gen_random_uuid(), leased_until = now() + interval '1 minute'");
    await query(
      `with silence as (update publisher_heartbeat set seen_at = now() - interval '4 hours')
       update publications set due_at = now() - interval '3 hours',
         next_attempt_at = now() - interval '3 hours' where id = $1`,
      id,
    );
    const beat = "select from publisher_heartbeat where seen_at > now() - interval '1 minute'";
    await eventually(async () => expect((await query(beat)).rowCount).toBe(1));
    await lease('lease = null, leased_until = null');
    return id;
  },
  'an editor changes it after it was scheduled': async (me) => {
    const { id, edit } = await approved(me);
    await edit();
    await becomeDue(id);
    return id;
  },
  'its approval is taken back': async (me) => {
    const { id, set } = await approved(me);
    await set('draft');
    await becomeDue(id);
    return id;
  },
  'a policy is switched on that asks for an approval': async (me) => {
    const id = await me.publish(await write(me), { at: later() });
    await me.call('/api/workspace/', 'PUT', { only_approved: true });
    await becomeDue(id);
    return id;
  },
  'the network answers with errors for a day': async (me) => {
    await behave(me, { fault: 'unavailable' });
    return forADay(me);
  },
  'the network limits the account for a day': (me) => {
    respond(429, 'Too many requests');
    return forADay(me);
  },
  'the part above is deleted between two parts': async (me) => {
    const thread = await me.thread(['First', 'Second']);
    mastodon.intercept(async ({ pass }) =>
      mastodon.statuses.length > 0 ? { status: 503, body: { error: 'Busy' } } : pass(),
    );
    const id = await me.publish(thread);
    await untilTried(me, id, 1);
    mastodon.statuses.length = 0;
    mastodon.intercept(undefined);
    return id;
  },
  'the stored access cannot be opened': async (me) => {
    await query("update channels set credentials = 'sealed.elsewhere' where id = $1", me.channel);
    return me.publish(await write(me));
  },
};

/** The requests of buttons; the rest are links, or go on with another request. */
const REQUESTS: Partial<Record<Offer, (me: Me, id: number) => Promise<{ status: number }>>> = {
  'send it': ({ call }, id) => call(`/api/publications/${id}/resolve/`, 'POST', { sent: false }),
  'it was published': ({ call }, id) =>
    call(`/api/publications/${id}/resolve/`, 'POST', { sent: true }),
  'new time': ({ call }, id) => call(`/api/publications/${id}/`, 'PUT', { at: later() }),
  'publish now': ({ call }, id) => call(`/api/publications/${id}/`, 'PUT', { at: null }),
  'publish as approved': ({ call }, id) =>
    call(`/api/publications/${id}/retry/`, 'POST', { as_scheduled: true }),
  'leave it': ({ call }, id) => call(`/api/publications/${id}/`, 'DELETE'),
  continue: ({ call }, id) => call(`/api/publications/${id}/retry/`, 'POST', {}),
};

const cases = (Object.entries(STOPS) as [keyof typeof STOPS, Stop][]).flatMap(([name, stop]) => {
  const offers = stop.offers.filter((offer) => REQUESTS[offer]);
  return (offers.length ? offers : [null]).map((offer) => ({ name, stop, offer }));
});

test.each(cases)('$name: $offer', async ({ name, stop, offer }) => {
  const me = await publisherOn(app, stop.network === 'practice' ? practice : mastodon);
  const id = await WAYS[name](me);
  const seen = await me.until(id, 'stopped');
  const { network: _, title: __, text: ___, offers, tried, ...facts } = stop;
  const detail = facts.detail.replaceAll('{network}', NETWORK_NAMES[seen.channel.network]);
  expect(seen).toMatchObject({ ...facts, detail });
  const { results } = (await me.call('/api/attention/')).body;
  expect(results).toMatchObject([{ reason: stop.reason, part: stop.sent }]);
  expect(results[0].attempts > 0).toBe(tried);

  const asApproved = await REQUESTS['publish as approved']?.(me, id);
  expect(asApproved?.status === 200).toBe(offers.includes('publish as approved'));
  if (asApproved?.status === 200) return;
  if (offers.includes('edit'))
    await me.call(`/api/content/items/${Number(seen.item)}/`, 'PUT', { content: 'Shorter' });
  if (offer) expect((await REQUESTS[offer]?.(me, id))?.status).toBeLessThan(300);
});

test('what was refused afterwards says so, and only what can be tried again is', async () => {
  const me = await publisherOn(app, mastodon);
  const id = await me.publish(await write(me));
  await me.until(id, 'published');
  await me.addAfterwards(id, { kind: 'remove', days: 1, consent: true });
  mastodon.options.deletes = () => false;
  const removal = await me.untilAfterward(id, 'stopped');
  expect(removal).toMatchObject({ detail: 'This action is not allowed.', can_continue: true });
  const again = (afterward: number) =>
    me.call(`/api/afterwards/${afterward}/continue/`, 'POST', {});
  expect((await again(removal.id)).status).toBe(200);

  const other = await me.publish(await write(me, 'Another text'));
  await me.until(other, 'published');
  await me.addAfterwards(other, { kind: 'reply', hours: 1, text: 'More' });
  mastodon.statuses.length = 0;
  const reply = await me.untilAfterward(other, 'stopped');
  expect(reply).toMatchObject({ can_continue: false });
  expect((await again(reply.id)).status).toBe(409);
});

test.each([
  [{ kind: 'reply', hours: 1, text: 'More' }, ['First']],
  [{ kind: 'reply', hours: 1, text: 'More' }, ['First', 'Second']],
  [{ kind: 'repost', hours: 1 }, ['First']],
  [{ kind: 'remove', days: 1, consent: true }, ['First']],
] as const)(
  'what is done with a post that nobody has named is not offered again: %j below %j',
  async (given, texts) => {
    const me = await publisherOn(app, practice);
    // The answer about the last part is lost: a person says that it is there, and not which post it is.
    const position = texts.length - 1;
    await behave(me, { fault: 'accept_and_drop', position, times: 1, hides_posts: true });
    const id = await me.publish(await me.thread([...texts]));
    await me.until(id, 'stopped');
    const resolved = await REQUESTS['it was published']?.(me, id);
    expect(resolved?.status).toBe(200);
    await me.until(id, 'published');
    await me.addAfterwards(id, given);
    const stopped = await me.untilAfterward(id, 'stopped');
    expect(stopped).toMatchObject({
      ...{ can_continue: false, detail: expect.stringContaining('isn’t known') },
    });
    const again = await me.call(`/api/afterwards/${stopped.id}/continue/`, 'POST', {});
    expect([again.status, again.body.detail]).toEqual([
      409,
      'The id of the post at the network isn’t known: do it there.',
    ]);
  },
);
