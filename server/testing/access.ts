import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect } from 'vitest';
import type { AccessKind } from '#contract/people/access.ts';
import { colleague, type TestApp, workspaceOf } from './app.ts';
import { practice } from './networks/practice.ts';
import { oauthOn } from './oauth.ts';
import { publisherOn } from './publishing.ts';
import { rulesOf } from './rules.ts';

/** One of each thing that acts for a person, made over HTTP, and whether it still does. */

/** With another secret or address, where that has taken the place of the first. */
type Thing = { works: (replaced?: string) => Promise<boolean> };

/** A site with a feed. */
export function useSite() {
  const site = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(
      JSON.stringify({
        version: 'https://jsonfeed.org/version/1.1',
        title: 'Harbour',
        items: [{ id: '1', title: 'A post', url: 'https://harbour.example/1' }],
      }),
    );
  });
  beforeAll(() => new Promise<void>((resolve) => void site.listen(0, '127.0.0.1', resolve)));
  afterAll(() => {
    site.closeAllConnections();
    site.close();
  });
  return { url: () => `http://127.0.0.1:${(site.address() as AddressInfo).port}/feed` };
}

/** Ada, who owns a workspace, and Grace, an admin of it. */
export async function twoAdmins(app: TestApp) {
  const ada = await publisherOn(app, practice);
  const grace = await colleague(app, ada.folder, 'admin');
  const workspace = await workspaceOf(app, ada.folder);
  return { ada, grace, workspace };
}

export type TwoAdmins = Awaited<ReturnType<typeof twoAdmins>>;

/** With the workspace named, so that it is meant also once it is not the caller's first. */
export const callIn =
  (app: TestApp, workspace: number, token: string) =>
  (path: string, method = 'GET', body?: unknown) =>
    app.request(path as '/api/members/', {
      ...{ method: method as 'GET', token, body },
      headers: { 'x-workspace': String(workspace) },
    }) as unknown as Promise<{ status: number; body: Record<string, never> & { id: number } }>;

/** What Ada makes, by kind. */
export function makersOf(
  app: TestApp,
  { origin, feedUrl }: { origin: string; feedUrl: () => string },
): Record<AccessKind, (people: TwoAdmins) => Promise<Thing>> {
  const whoami = async (secret: string) =>
    (await app.request('/api/whoami/', { token: secret })).status === 200;
  const asAda = ({ ada, workspace }: TwoAdmins) => callIn(app, workspace, ada.token);
  const asGrace = ({ grace, workspace }: TwoAdmins) => callIn(app, workspace, grace.token);
  const made = async (answer: ReturnType<ReturnType<typeof callIn>>) => {
    const { status, body } = await answer;
    expect([status, body]).toEqual([expect.toBeOneOf([200, 201]), expect.anything()]);
    return body as never as Record<string, never>;
  };
  const service = (people: TwoAdmins) =>
    made(asAda(people)('/api/service-accounts/', 'POST', { name: 'Robot', role: 'admin' }));

  return {
    key: async (people) => {
      const { secret } = await made(asAda(people)('/api/keys/', 'POST', { name: 'A script' }));
      return { works: () => whoami(secret as never) };
    },
    app: async ({ ada }) => {
      const client = oauthOn(app, origin);
      const { tokens } = await client.connect(ada, {}, { resource: `${origin}/api` });
      return { works: () => whoami(tokens.access_token) };
    },
    calendar_address: async (people) => {
      const { url } = await made(asAda(people)('/api/calendar/feed/', 'POST'));
      return {
        works: async () => (await app.request(new URL(url as never).pathname)).status === 200,
      };
    },
    x_sign_in: async ({ ada }) => {
      await app.database.query(
        "insert into identities values ('twitter', 'subject-' || $1::text, $1::bigint, 'ada_x')",
        [ada.id],
      );
      const of = async () =>
        (await app.database.query('select from identities where user_id = $1', [ada.id])).rowCount;
      return { works: async () => (await of()) === 1 };
    },
    invitation: async (people) => {
      const body = await made(asAda(people)('/api/invitations/', 'POST', { role: 'editor' }));
      const token = new URL(body.link as never).pathname.split('/').at(-1);
      return {
        works: async () => (await app.post('/api/invitations/read/', { token })).status === 200,
      };
    },
    service_key: async (people) => {
      const { id } = await service(people);
      const { secret } = await made(
        asAda(people)('/api/keys/', 'POST', {
          ...{ name: 'Sync', acts_as: id, scopes: ['read', 'write', 'members'] },
        }),
      );
      return { works: (replaced = secret as never) => whoami(replaced) };
    },
    service_account: async (people) => {
      const { id } = await service(people);
      const members = async () =>
        (await asGrace(people)('/api/members/')).body as never as { id: number }[];
      return { works: async () => (await members()).some((member) => member.id === id) };
    },
    webhook: async (people) => {
      const { id } = await made(
        asAda(people)('/api/webhooks/', 'POST', {
          ...{ name: 'Hook', url: 'https://hooks.example/ada', events: ['post.created'] },
        }),
      );
      const read = async () => (await asGrace(people)(`/api/webhooks/${id}/`)).body.state;
      return { works: async () => (await read()) === 'on' };
    },
    incoming_address: async (people) => {
      const { address } = await made(
        asAda(people)('/api/incoming/', 'POST', {
          ...{ name: 'Form', folder: people.ada.folder, mapping: {} },
        }),
      );
      return {
        works: async (replaced = address as never) =>
          (await app.post(new URL(replaced).pathname as '/', { text: 'Hello' })).status === 201,
      };
    },
    report_link: async (people) => {
      const report = await made(
        asAda(people)('/api/analytics/reports/', 'POST', { title: 'November' }),
      );
      const { url } = await made(
        asAda(people)(`/api/analytics/reports/${report.id}/link/`, 'POST', { days: 30 }),
      );
      const tokenOf = (address: string) => new URL(address).pathname.split('/').at(-1);
      return {
        works: async (replaced = url as never) =>
          (await app.get(`/api/reports/${tokenOf(replaced)}/`)).status === 200,
      };
    },
    assistant_server: async (people) => {
      await made(
        asAda(people)('/api/settings/assistant/', 'PUT', {
          ...{ url: 'http://127.0.0.1:9/v1', key: 'sk-1', model: 'm', vision_model: null },
          context: 8192,
        }),
      );
      const read = async () => (await asGrace(people)('/api/assistant/')).body.server;
      return { works: async () => (await read()) !== null };
    },
    site_secret: async (people) => {
      const { secret } = await made(asAda(people)('/api/workspace/links/secret/', 'POST'));
      const post = (token: string) =>
        app.request('/api/conversions/', {
          ...{ method: 'POST', token },
          body: { click: crypto.randomUUID(), name: 'sale' },
        });
      // The visit is unknown, the secret is not.
      return { works: async (replaced = secret as never) => (await post(replaced)).status !== 401 };
    },
    feed: async (people) => {
      const { id } = await made(asAda(people)('/api/feeds/', 'POST', { url: feedUrl() }));
      await made(asAda(people)(`/api/feeds/${id}/`, 'PUT', { drafts_folder: people.ada.folder }));
      const read = async () =>
        ((await asGrace(people)('/api/feeds/')).body as never as { drafts_folder: unknown }[])[0];
      return { works: async () => (await read())?.drafts_folder !== null };
    },
    rule: async (people) => {
      const { id } = await rulesOf(app, people.ada.token).on({
        trigger: { kind: 'post_tagged', tag: 'press' },
        actions: [{ kind: 'assign', person: people.grace.id }],
      });
      const read = async () => (await asGrace(people)(`/api/rules/${id}/`)).body.state;
      return { works: async () => (await read()) === 'on' };
    },
    evergreen_folder: async (people) => {
      const { ada } = people;
      const set = await made(
        asAda(people)('/api/channel-sets/', 'POST', { name: 'Short', channels: [ada.channel] }),
      );
      const path = `/api/content/folders/${ada.folder}/evergreen/`;
      await made(
        asAda(people)(path, 'PUT', {
          ...{ gap_days: 60, max_uses: 6, season_from: null, season_to: null, ends_on: null },
          ...{ without_asking: false, channel_set: set.id },
        }),
      );
      const read = async () =>
        ((await asGrace(people)(path)).body as never as { evergreen: { by: unknown } }).evergreen;
      return { works: async () => (await read()).by !== null };
    },
  };
}
