import { expect } from 'vitest';
import { networks } from '#contract/networks/networks.ts';
import type { GivenAfterward } from '#contract/publishing/afterwards.ts';
import { type TestApp, writer } from './app.ts';
import { eventually } from './eventually.ts';
import { jpeg, mp4 } from './media-files.ts';
import type { TestNetwork } from './networks/network.ts';
import type { BodyOf, Call } from './responses.ts';
import { startJob, untilJobEnds } from './run-job.ts';

/** Runs the job that does with publications what is due afterwards. */
export const runAfterwards = async (app: TestApp) =>
  untilJobEnds(app, await startJob(app, 'afterwards.run'), 60_000);

/** A member with a channel of this network, and functions that publish and wait. */
export async function publisherOn(app: TestApp, network: TestNetwork) {
  const me = await writer(app);
  const { parts: form } = networks[network.name];
  const call: Call = (path, method, body, headers) =>
    app.request(path, { method, token: me.token, body, headers });
  const channel = await network.connect(call);
  const upload = async (bytes: Buffer, name: string, alt = 'What it shows') => {
    const query = new URLSearchParams({ name, alt });
    const response = await fetch(`${app.base}/api/media/?${query}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${me.token}` },
      body: new Uint8Array(bytes),
    });
    const body = (await response.json()) as BodyOf<'POST', '/api/media/'>;
    if (response.status !== 201) throw new Error(JSON.stringify(body));
    return body.id;
  };
  const needed =
    network.needs === 'video'
      ? [{ file: await upload(await mp4({ codec: 'avc', seconds: 4 }), 'a.mp4') }]
      : network.needs === 'picture'
        ? [{ file: await upload(await jpeg(), 'a.jpg') }]
        : [];
  const thread = async (texts: string[], fields: object = {}) =>
    (
      await call('/api/content/items/thread/', 'POST', {
        folder: me.folder,
        items: texts.map((content, index) => ({
          content,
          ...(index === 0 && needed.length && { media: needed }),
        })),
        ...fields,
      })
    ).body[0].id;
  const publish = async (
    item: number,
    fields: { options?: object; [name: string]: unknown } = {},
  ) => {
    const path = `/api/content/items/${item}/publications/` as const;
    const { status, body } = await call(path, 'POST', {
      channels: [channel],
      ...(network.choices && { options: { [channel]: network.choices } }),
      ...fields,
    });
    if (status !== 201) throw new Error(JSON.stringify(body));
    return body[0].id;
  };
  const get = async (id: number) => (await call(`/api/publications/${id}/`)).body;
  const until = async (id: number, ...states: string[]) => {
    const soon = `update publications set next_attempt_at = now()
      where id = $1 and next_attempt_at < now() + interval '90 seconds'`;
    return eventually(async () => {
      const publication = await get(id);
      if (states.includes(publication.state)) return publication;
      // As if the time had passed that a network is given after an unknown outcome.
      await app.database.query(soon, [id]);
      throw new Error(`not ${states}: ${JSON.stringify(publication)}`);
    }, 60_000);
  };
  /** Adds what is done with a publication afterwards. */
  const addAfterwards = async (id: number, ...afterwards: GivenAfterward[]) => {
    const path = `/api/publications/${id}/afterwards/` as const;
    const { status, body } = await call(path, 'POST', { afterwards });
    if (status !== 201) throw new Error(JSON.stringify(body));
    return body;
  };
  /** Lets the time of one come, and carries it out until it is in a state; `at`: by its time. */
  const untilAfterward = (id: number, state: string | readonly string[], at = 0) =>
    eventually(async () => {
      const one = (await get(id)).afterwards[at];
      if (one && [state].flat().includes(one.state)) return one;
      await app.database.query(
        `update afterwards set next_attempt_at = now(), due_at = least(due_at, now())
         where id = $1 and next_attempt_at is not null`,
        [one?.id],
      );
      await runAfterwards(app);
      throw new Error(`not ${state}: ${JSON.stringify(one)}`);
    }, 60_000);
  const posts = () => network.posts(call, channel);
  /** What is there, in the form that the network has for a thread. */
  const expectThread = async (texts: string[]) => {
    const seen = await posts();
    const expected = form === 'joined' ? [texts.join('\n\n')] : texts;
    expect(seen.map(({ content }) => content)).toEqual(expected);
    const parents = [null, ...seen.slice(0, -1).map(({ id }) => id)];
    // In order, they need not reply to each other.
    const isInOrder = form === 'ordered' && seen.every(({ parent }) => parent === null);
    if (!isInOrder) expect(seen.map(({ parent }) => parent)).toEqual(parents);
  };
  const reposts = () => network.reposts?.(call, channel) ?? Promise.resolve([]);
  return {
    ...me,
    addAfterwards,
    untilAfterward,
    reposts,
    call,
    channel,
    thread,
    publish,
    get,
    until,
    posts,
    expectThread,
    upload,
  };
}
