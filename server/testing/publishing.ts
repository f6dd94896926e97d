import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import { type TestApp, writer } from './app.ts';
import type { Call, TestNetwork } from './networks/network.ts';

/** A member with a channel of this network, and functions that publish and wait. */
export async function publisherOn(app: TestApp, network: TestNetwork) {
  const me = await writer(app);
  const call: Call = (path, method = 'GET', body, headers = {}) =>
    app.request(path, { method, token: me.token, body, headers });
  const channel = await network.connect(call);
  const thread = async (texts: string[], fields: object = {}) =>
    (
      await call('/api/content/items/thread/', 'POST', {
        folder: me.folder,
        items: texts.map((content) => ({ content })),
        ...fields,
      })
    ).body[0].id as number;
  const publish = async (item: number, fields: object = {}) => {
    const path = `/api/content/items/${item}/publications/`;
    const { status, body } = await call(path, 'POST', { channels: [channel], ...fields });
    if (status !== 201) throw new Error(JSON.stringify(body));
    return body[0].id as number;
  };
  const get = async (id: number) => (await call(`/api/publications/${id}/`)).body;
  const until = async (id: number, state: string) => {
    for (let n = 0; n < 200; n++) {
      const publication = await get(id);
      if (publication.state === state) return publication;
      await delay(100);
    }
    throw new Error(`not ${state}: ${JSON.stringify(await get(id))}`);
  };
  const posts = () => network.posts(call, channel);
  const expectThread = async (texts: string[]) => {
    const seen = await posts();
    expect(seen.map(({ content }) => content)).toEqual(texts);
    expect(seen.map(({ parent }) => parent)).toEqual([
      null,
      ...seen.slice(0, -1).map(({ id }) => id),
    ]);
  };
  return { ...me, call, channel, thread, publish, get, until, posts, expectThread };
}
