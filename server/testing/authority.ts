import { afterAll, beforeAll, expect } from 'vitest';
import type { Policy, Result } from '#contract/authority/cases.ts';
import { WORKSPACE_HEADER } from '#contract/http/endpoint.ts';
import type { Role } from '#contract/roles.ts';
import { person, type TestApp, useApp } from './app.ts';
import { eventually } from './eventually.ts';
import { startMastodon } from './networks/mastodon.ts';
import type { Call } from './responses.ts';

/** Scenes in which the cases of `contract/authority/` are tried, through HTTP and the worker. */

export const LATER = '2030-01-01T09:00:00Z';
const PARTS = ['One', 'Two'];

/** `other` decides as well, and has no part in what was covered; `leaver` writes and may go. */
const ROLES = {
  approver: 'approver',
  other: 'approver',
  editor: 'editor',
  leaver: 'editor',
} as const satisfies Record<string, Role>;
export type Name = 'owner' | keyof typeof ROLES;
type People = Record<Name, { id: number; token: string }>;

/** What a call of the network does. `lost`: it is accepted, and its answer is lost. */
type Fault = 'accept' | 'limit' | 'refuse' | 'fail' | 'lost';

const POLICY_FIELDS = {
  none: { only_approved: false, prevent_self_approval: false },
  only_approved: { only_approved: true, prevent_self_approval: false },
  prevent_self_approval: { only_approved: false, prevent_self_approval: true },
} as const satisfies Record<Policy, object>;

export type Scene = Awaited<ReturnType<typeof createScene>>;

/** The application with people who are members of the workspaces of all scenes. */
export function useScenes() {
  const app = useApp({ ALLOW_PRIVATE_NETWORKS: 'true' });
  const people = {} as People;
  beforeAll(async () => {
    const names = ['owner', ...Object.keys(ROLES)] as Name[];
    await Promise.all(
      names.map(async (name) => {
        people[name] = await person(app, `The ${name}`);
      }),
    );
  });
  // They stop at the end: the application knows a server by its port, which another one would take.
  const stops: (() => Promise<void>)[] = [];
  afterAll(() => Promise.all(stops.map((stop) => stop())));
  /** A workspace with these people, and a network of its own; `target`: its policy after the change. */
  const begin = async (policy: Policy, target = policy) => {
    const scene = await createScene(app, people, policy, target);
    stops.push(scene.network.stop);
    return scene;
  };
  return { app, people, begin };
}

const callWith =
  (app: TestApp, token: string, headers: Record<string, string>): Call =>
  (path, method, body, more) =>
    app.request(path, { method, token, body, headers: { ...headers, ...more } });

/** A call that has to succeed. */
export async function done<Answer extends { status: number; body: unknown }>(
  answer: Promise<Answer>,
): Promise<Answer['body']> {
  const { status, body } = await answer;
  if (status >= 300) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return body;
}

async function createScene(app: TestApp, people: People, policy: Policy, target: Policy) {
  const { owner } = people;
  const { id: workspace } = await done(
    app.post('/api/workspaces/', { name: 'A scene' }, owner.token),
  );
  for (const [name, role] of Object.entries(ROLES))
    await app.database.query(
      'insert into memberships (user_id, workspace_id, role) values ($1, $2, $3)',
      [people[name as Name].id, workspace, role],
    );
  const by = (name: Name) =>
    callWith(app, people[name].token, { [WORKSPACE_HEADER]: String(workspace) });
  const call = by('owner');
  const network = await startMastodon({ keys: 'ignored' });
  const channel = await network.connect(call);
  const { id: folder } = await done(
    call('/api/content/folders/', 'POST', { name: `Folder ${workspace}` }),
  );
  const setPolicy = (next: Policy) => done(call('/api/workspace/', 'PUT', POLICY_FIELDS[next]));
  await setPolicy(policy);
  const key = async (fields: object) => {
    const body = await done(call('/api/keys/', 'POST', { name: 'A program', ...fields }));
    return { id: body.id as number, call: callWith(app, body.secret, {}), secret: body.secret };
  };
  const faults = failing(app, network, channel);
  const scene = {
    ...{ app, people, workspace, network, channel, folder, by, key, setPolicy, target },
    ...faults,
    /** Who made the change, and schedules or retries. */
    actor: call,
    /** The texts that were covered, and those with the new words. */
    covered: PARTS,
    words: PARTS,
    /** What is scheduled, and whether the change was refused. */
    publication: 0,
    isRefused: false,
    /** The items of the post, in their first order. */
    items: [] as number[],
    texts: async () => (await network.posts(call, channel)).map(({ content }) => content),
  };
  await write(scene, by('editor'), PARTS);
  return scene;
}

/** Writes the post of a scene. */
export async function write(
  scene: Pick<Scene, 'folder' | 'items'>,
  call: Call,
  texts: readonly string[],
) {
  const items = texts.map((content) => ({ content }));
  const path = '/api/content/items/thread/';
  const thread = await done(call(path, 'POST', { folder: scene.folder, items }));
  scene.items = thread.map(({ id }) => id);
}

/** Lets calls fail; the channel waits after each failure until `release`, so that no time passes. */
function failing(
  app: TestApp,
  network: Awaited<ReturnType<typeof startMastodon>>,
  channel: number,
) {
  let planned: Fault[] = [];
  const hold = () =>
    app.database.query(
      "update channels set paused_until = now() + interval '1 hour' where id = $1",
      [channel],
    );
  network.intercept(async ({ pass }) => {
    const fault = planned.shift() ?? 'accept';
    if (fault === 'accept') return pass();
    if (fault === 'refuse') return { status: 422, body: { error: 'Text is not nice.' } };
    await hold();
    if (fault === 'lost') await pass();
    if (fault !== 'limit') return undefined;
    const headers = { 'retry-after': '3600' };
    return { status: 429, headers, body: { error: 'Too many requests' } };
  });
  return {
    plan: (...faults: Fault[]) => {
      planned = faults;
    },
    /** Until the last attempt of a publication has this outcome, and no worker has its channel. */
    untilAttempted: (id: number, outcome: string) =>
      eventually(async () => {
        const { rows } = await app.database.query(
          `select coalesce(leased_until > now(), false) as leased, (select outcome
             from publication_attempts where publication_id = $1 order by id desc limit 1) as outcome
           from channels where id = $2`,
          [id, channel],
        );
        expect(rows[0]).toEqual({ leased: false, outcome });
      }),
    /** The time comes of what waits: its own, and that of its channel. */
    release: async (id: number) => {
      await app.database.query('update channels set paused_until = null where id = $1', [channel]);
      await app.database.query(
        `update publications set due_at = least(due_at, now()), next_attempt_at = now()
         where id = $1 and state in ('scheduled', 'publishing')`,
        [id],
      );
    },
  };
}

type Row = { state: string; reason: string | null; sent: number };

/** How a publication ends, as a result of the table; what does not fit is described. */
export async function ending(scene: Scene, id: number): Promise<Result | string> {
  const { state, reason } = await eventually(async () => {
    const { rows } = await scene.app.database.query<Row>(
      'select state, reason from publications where id = $1',
      [id],
    );
    const row = rows[0] as Row;
    expect(['published', 'stopped', 'cancelled']).toContain(row.state);
    return row;
  });
  const texts = JSON.stringify(await scene.texts());
  if (state === 'cancelled') return 'c';
  if (state === 'stopped' && reason === 'changed') return 'a';
  if (state === 'stopped' && (reason === 'late' || reason === 'rejected')) return reason;
  if (state === 'published' && texts === JSON.stringify(scene.covered)) return 'g';
  if (state === 'published' && texts === JSON.stringify(scene.words)) return 'n';
  return `${state} ${reason}, with ${texts}`;
}

/** Schedules the post on the channel of the scene; the id, or how it was refused or proposed. */
export async function schedule(
  scene: Scene,
  call: Call,
  at: string | null,
): Promise<{ id: number } | { result: 'r' | 'p'; why: string }> {
  const path = `/api/content/items/${scene.items[0] as number}/publications/` as const;
  const { status, body } = await call(path, 'POST', { channels: [scene.channel], at });
  if (status >= 500) throw new Error(JSON.stringify(body));
  if (status !== 201) return { result: 'r', why: JSON.stringify(body) };
  const [{ id, state }] = body;
  return state === 'proposed' ? { result: 'p', why: 'It was proposed.' } : { id };
}

/** Retries what has stopped; 'r', or how it ends. */
export async function retry(scene: Scene, call: Call, id: number, asScheduled = false) {
  const body = asScheduled ? { as_scheduled: true } : {};
  const { status, body: answer } = await call(`/api/publications/${id}/retry/`, 'POST', body);
  if (status >= 500) throw new Error(JSON.stringify(answer));
  return status === 200 ? ending(scene, id) : 'r';
}
