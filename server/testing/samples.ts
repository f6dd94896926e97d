import { expect } from 'vitest';
import type { Endpoint } from '#contract/http/endpoint.ts';
import type { Role } from '#contract/roles.ts';
import { jsonSchemaOf } from '../http/schema.ts';
import { person, type TestApp, writer } from './app.ts';
import { PDF } from './media-files.ts';
import { appsOf as apps } from './sample-apps.ts';

/** Valid requests of every endpoint, by the names of fields and paths in the contract. */

export const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

export type Schema = {
  type?: string;
  properties?: Record<string, Schema>;
  enum?: unknown[];
  anyOf?: Schema[];
  items?: Schema;
  examples?: unknown[];
};
export const fieldsOf = (schema: Endpoint['body']) =>
  schema ? ((jsonSchemaOf(schema, 'input') as Schema).properties ?? {}) : {};

/** The ids for fields and paths, by the name of the field or of the collection in the path. */
export type Ids = {
  folder: number;
  parentFolder: number;
  item: number;
  other: number;
  session: string;
  waiting: number;
  transition: number;
  /** Who asks. */
  self: number;
  member: number;
  invitation: number;
  notification: number;
  comment: number;
  channel: number;
  trashed: number;
  publication: number;
  afterward: number;
  stopped: number;
  unknown: number;
  /** A copy whose source was approved with another text. */
  repeated: number;
  queued: { publication: number; due_at: string }[];
  note: number;
  set: number;
  link: number;
  report: number;
  feed: number;
  entry: number;
  rule: number;
  proposal: number;
  timeRule: number;
  webhook: number;
  incoming: number;
  delivery: number;
  run: number;
  waitingRun: number;
  file: number;
  upload: string;
  voice: number;
  ownAction: number;
  alt: number;
  template: number;
  snippet: number;
  key: number;
  service: number;
  app: number;
  /** What apps ask for: as it is sent, and as it is decided about. */
  appQuery: string;
  appRequest: string;
  userCode: string;
  deviceRequest: string;
};

/** A valid value for a field; a folder field gets the id of a folder. */
function sample(name: string, schema: Schema, ids: Ids, path: string): unknown {
  // Either a text or parts, and either channels or a set of them.
  if (path.includes('/api/posts/') && /^(parts|channel_set|networks)$/.test(name)) return undefined;
  // Either items or a folder.
  if (path.includes('/evergreen/copies/')) return name === 'items' ? [ids.item] : undefined;
  if (name === 'folder' || name === 'drafts_folder') return ids.folder;
  if (name === 'parent' && path.includes('/folders/')) return ids.parentFolder;
  if (name === 'assignee') return ids.self;
  if (name === 'parent') return path.includes('/comments/') ? ids.comment : ids.other;
  if (name === 'item_ids') return [path.includes('/trash/') ? ids.trashed : ids.item];
  if (name === 'channels') return [ids.channel];
  if (name === 'afterwards' && path.endsWith('/afterwards/'))
    return [{ kind: 'reply', hours: 1, text: 'More' }];
  if (name === 'query' && path.includes('/apps/')) return ids.appQuery;
  if (name === 'request') return path.includes('/devices/') ? ids.deviceRequest : ids.appRequest;
  if (name === 'user_code') return ids.userCode;
  if (name === 'acts_as') return ids.service;
  if (name === 'scopes') return ['read'];
  // No key makes an admin.
  if (name === 'role') return 'editor';
  if (name === 'expires_at') return '2090-01-01T09:00:00Z';
  if (name === 'addresses') return ['127.0.0.0/8', '::1'];
  if (name === 'files') return [ids.file];
  if (name === 'folders') return [ids.folder];
  if (name === 'events') return ['post.created'];
  if (name === 'since') return '2026-01-01';
  if (name === 'focus') return [0.5, 0.5];
  if (name === 'at' && /time|repeat/.test(path)) return { local: '2030-01-01T09:00' };
  if (name === 'at') return '2030-01-01T09:00:00Z';
  if (name === 'url') return 'https://example.org/post';
  if (name === 'items' && path === '/api/publications/') return [ids.item];
  if (name === 'settings') return {};
  if (name === 'moves') return [{ publication: ids.publication, at: '2030-01-01T09:00:00Z' }];
  if (name === 'order') return ids.queued;
  if (name === 'slots') return [{ weekday: 1, time: '09:00' }];
  if (name === 'channel_set') return ids.set;
  if (name === 'gap_days') return 60;
  if (name === 'ends_on') return '2030-01-01';
  if (name === 'voice') return ids.voice;
  if (name === 'own_action') return ids.ownAction;
  // Of a rule.
  if (name === 'trigger') return { kind: 'post_made' };
  if (name === 'conditions') return [{ kind: 'folder', folders: [ids.folder] }];
  if (name === 'actions') return [{ kind: 'move', folder: ids.folder }];
  if (name === 'becomes') return { kind: 'draft' };
  if (name === 'proof') return undefined;
  if (name === 'item') return ids.item;
  if (name === 'file') return ids.file;
  if (name === 'day' && path.includes('/limits/')) return 1;
  if (name === 'day') return '2030-01-01';
  // Of the last 30 days, as it stands, with all blocks.
  if (path.includes('/reports/') && /^(from_day|to_day|blocks|filters|updated_at)$/.test(name))
    return undefined;
  if (name === 'days') return 30;
  if (name === 'file' && path.includes('/templates/'))
    return JSON.stringify({ format: 'postfolio-patterns', version: 1 });
  if (name === 'csv') return 'text,time\nA text,2030-01-01 09:00';
  // Either a number or a last day; and any time was seen.
  if (name === 'until' || name === 'seen') return undefined;
  // What is there is not deleted without a look.
  if (name === 'sent' && !path.includes('/resolve/')) return false;
  if (name === 'as_scheduled') return false;
  if (name === 'items') return [{ content: 'A part' }];
  if (name === 'variables') return [];
  if (path.includes('/templates/') && name === 'values') return {};
  // Either ids or a filter.
  if (name === 'filter') return undefined;
  // Without it, what was there when review was requested.
  if (name === 'additions') return undefined;
  // Without one, the first that fits.
  if (name === 'way') return undefined;
  if (name === 'params') return {};
  if (name === 'tab') return 'a-tab-of-a-browser';
  if (name === 'email') return `sample-${Math.random()}@example.org`;
  if (name === 'version') return 1;
  // Open to a draft.
  if (name === 'target_state') return 'review';
  const [example] = [schema, ...(schema.anyOf ?? [])].flatMap(({ examples = [] }) => examples);
  if (example !== undefined) return example;
  const choice = [schema, ...(schema.anyOf ?? [])].find(({ enum: values }) => values);
  if (choice?.enum) return choice.enum[0];
  const type = schema.type ?? schema.anyOf?.find((option) => option.type !== 'null')?.type;
  return { string: 'Sample text', integer: 1, number: 1, boolean: true, array: [] }[
    type ?? 'string'
  ];
}

export const bodyOf = (endpoint: Endpoint, ids: Ids) =>
  Object.fromEntries(
    Object.entries(fieldsOf(endpoint.body)).map(([name, schema]) => [
      name,
      sample(name, schema, ids, endpoint.path),
    ]),
  );

export const pathOf = ({ path }: Endpoint, ids: Ids) => {
  const named = {
    folders: ids.folder,
    'api/afterwards': ids.afterward,
    sessions: ids.session,
    workflow: ids.transition,
    members: ids.member,
    keys: ids.key,
    apps: ids.app,
    'service-accounts': ids.service,
    invitations: ids.invitation,
    notifications: ids.notification,
    'content/comments': ids.comment,
    'calendar/notes': ids.note,
    'channel-sets': ids.set,
    snippets: ids.snippet,
    templates: ids.template,
    'analytics/links': ids.link,
    'analytics/best-times': ids.channel,
    'analytics/reports': ids.report,
    'feeds/entries': ids.entry,
    feeds: ids.feed,
    rules: path.endsWith('/run/') ? ids.timeRule : ids.rule,
    'webhooks/deliveries': ids.delivery,
    webhooks: ids.webhook,
    incoming: ids.incoming,
    'rule-proposals': ids.proposal,
    'rule-runs': /go-on|leave-out/.test(path) ? ids.waitingRun : ids.run,
    'assistant/voices': ids.voice,
    'assistant/actions': ids.ownAction,
    'assistant/alt-texts': ids.alt,
    channels: ids.channel,
    practice: ids.channel,
    'media/uploads': ids.upload,
    media: ids.file,
  };
  const ofPublication = /retry|delete-remote/.test(path)
    ? ids.stopped
    : path.includes('/resolve/')
      ? ids.unknown
      : path.includes('/new-text/')
        ? ids.repeated
        : ids.publication;
  const [, id = path.startsWith('/api/publications/') ? ofPublication : ids.item] =
    Object.entries(named).find(([part]) => path.includes(`/${part}/`)) ?? [];
  return path.replace(':id', String(id));
};

export const addMember = (app: TestApp, user: number, folder: number, role: Role) =>
  app.database.query(
    'insert into memberships (user_id, workspace_id, role) select $1, workspace_id, $3 from folders where id = $2',
    [user, folder, role],
  );

/** A channel with a publication in each state that an endpoint needs. No worker takes them. */
async function publications(app: TestApp, token: string, write: () => Promise<{ id: number }>) {
  const { body: channel } = await app.post('/api/channels/', { network: 'practice' }, token);
  await app.database.query(
    "update channels set lease = gen_random_uuid(), leased_until = 'infinity' where id = $1",
    [channel.id],
  );
  const schedule = async (reason: string | null) => {
    const body = { channels: [channel.id], at: '2030-01-01T09:00:00Z' };
    const { id: item } = await write();
    const { body: created } = await app.post(
      `/api/content/items/${item}/publications/`,
      body,
      token,
    );
    const id = created[0].id as number;
    if (reason === null) return id;
    await app.database.query(
      "update publications set state = 'stopped', reason = $2, next_attempt_at = null where id = $1",
      [id, reason],
    );
    await app.database.query(
      "insert into publication_parts (publication_id, channel_id, position, content) select id, channel_id, 0, 'A text' from publications where id = $1",
      [id],
    );
    return id;
  };
  const { slots } = await app
    .put(`/api/channels/${channel.id}/slots/`, { slots: [{ weekday: 1, time: '08:00' }] }, token)
    .then(({ body }) => body);
  expect(slots).toHaveLength(1);
  const queued = await Promise.all(
    [await write(), await write()].map(async ({ id }) => {
      const body = { channels: [channel.id], at: 'queue' };
      const { body: made } = await app.post(`/api/content/items/${id}/publications/`, body, token);
      return { publication: made[0].id as number, due_at: made[0].due_at as string };
    }),
  );
  const repeats = async () => {
    const { id: source } = await write();
    await app.put(`/api/content/items/${source}/`, { status: 'approved' }, token);
    const id = await schedule(null);
    await app.database.query(
      `update publications set source_hash = '', source_id = (select post_id from items where id = $2)
       where id = $1`,
      [id, source],
    );
    return id;
  };
  const publication = await schedule(null);
  const reply = { afterwards: [{ kind: 'reply', hours: 1, text: 'More' }] };
  const path = `/api/publications/${publication}/afterwards/` as const;
  const { body: planned } = await app.post(path, reply, token);
  const afterward = planned[0].id as number;
  await app.database.query(
    "update afterwards set state = 'stopped', reason = 'late' where id = $1",
    [afterward],
  );
  return {
    afterward,
    queued,
    channel: channel.id as number,
    publication,
    stopped: await schedule('operator'),
    unknown: await schedule('unknown'),
    repeated: await repeats(),
  };
}

/** A file of the library, and an upload that has not arrived yet. */
async function media(app: TestApp, token: string) {
  const file = await fetch(`${app.base}/api/media/?name=a.pdf`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: new Uint8Array(PDF),
  });
  const { headers } = await app.request('/api/media/uploads/', {
    method: 'POST',
    token,
    headers: { 'upload-length': '9', 'upload-metadata': 'name YQ==' },
  });
  const upload = headers.get('location')?.split('/').at(-2) as string;
  return { file: ((await file.json()) as { id: number }).id, upload };
}

/** A voice, an action and a proposed alt text of the assistant. */
async function assistant(app: TestApp, token: string, file: number) {
  const settings = '/api/settings/assistant' as const;
  const { body: voice } = await app.post(`${settings}/voices/`, { name: 'House' }, token);
  const fields = { name: 'Plain', instruction: 'Say it plainly' };
  const { body: action } = await app.post(`${settings}/actions/`, fields, token);
  const { rows } = await app.database.query(
    `insert into assistant_alts (workspace_id, file_id, text, host, model, created_at)
     select workspace_id, id, 'A sign', 'host', 'model', now() from media_files where id = $1
     returning id`,
    [file],
  );
  return { voice: voice.id, ownAction: action.id, alt: rows[0].id as number };
}

/** A feed with a new entry, that nobody reads. */
async function feeds(app: TestApp, folder: number) {
  const { rows } = await app.database.query(
    `with feed as (
       insert into feeds (workspace_id, url, title, format, interval_minutes, read_at, next_read_at)
       select workspace_id, 'https://example.org/feed', 'A feed', 'rss', 60, now(), 'infinity'
       from folders where id = $1 returning id, workspace_id)
     insert into feed_entries (workspace_id, feed_id, id_key, title, seen_at, state, looks_known)
     select workspace_id, id, decode(md5('1'), 'hex'), 'An entry', now(), 'new', false from feed
     returning feed_id, id`,
    [folder],
  );
  return { feed: Number(rows[0].feed_id), entry: Number(rows[0].id) };
}

/** A rule that was tried, with a run that is done and one that waits. */
async function rules(app: TestApp, item: number, folder: number) {
  const { rows } = await app.database.query(
    `with rule as (
       insert into rules (workspace_id, name, trigger, conditions, actions, becomes, tried_version,
         maker_id, maker_role, updated_at)
       select posts.workspace_id, 'A rule', '{"kind": "post_made"}', '[]',
         jsonb_build_array(jsonb_build_object('kind', 'move', 'folder', $2::bigint)),
         '{"kind": "draft"}', 1, posts.created_by, 'owner', now()
       from posts where root_id = $1 returning id, workspace_id)
     insert into rule_runs (workspace_id, rule_id, number, state, about, title, steps, commands, role)
     select rule.workspace_id, rule.id, number, state, jsonb_build_object('post', posts.id), 'A post',
       '[{"part": "action", "kind": "move", "text": "move it", "state": "done", "result": null,
         "at": null, "item": null, "link": null, "undo": {"do": "uncomment", "comment": 0}}]', '[]', 'owner'
     from rule, posts, (values (1, 'done'), (2, 'waits')) runs (number, state) where root_id = $1
     returning id, rule_id`,
    [item, folder],
  );
  const { rows: ofTime } = await app.database.query(
    `insert into rules (workspace_id, name, trigger, conditions, actions, becomes, tried_version,
       maker_id, maker_role, updated_at)
     select workspace_id, 'A rule of a time', '{"kind": "time", "every": "day", "weekday": null, "day": null, "at": "09:00"}', '[]',
       jsonb_build_array(jsonb_build_object('kind', 'notify', 'people', json_build_array(maker_id), 'author', false,
         'webhooks', false, 'text', null)),
       becomes, 1, maker_id, 'owner', now()
     from rules where id = $1 returning id`,
    [rows[0].rule_id],
  );
  const { rows: proposed } = await app.database.query(
    `insert into rule_proposals (workspace_id, post_id, rule_id, rule_name, asked, host, model, parts,
       created_at)
     select workspace_id, id, $2, 'A rule', 'fix its spelling', 'llm.example', 'model-1',
       jsonb_build_array(jsonb_build_object('item', $1::bigint, 'before', 'A', 'after', 'B')), now()
     from posts where root_id = $1 returning id`,
    [item, rows[0].rule_id],
  );
  return {
    proposal: Number(proposed[0].id),
    timeRule: Number(ofTime[0].id),
    rule: Number(rows[0].rule_id),
    run: Number(rows[0].id),
    waitingRun: Number(rows[1].id),
  };
}

/** An endpoint that is left alone, so that nothing is sent, with a delivery that failed. */
async function webhooks(app: TestApp, folder: number) {
  const { rows } = await app.database.query(
    `with webhook as (
       insert into webhooks (workspace_id, name, url, types, held_until, secret)
       select workspace_id, 'A webhook', 'https://hooks.example.org/', '{reading.milestone}',
         now() + interval '1 year', ''
       from folders where id = $1 returning id, workspace_id),
     event as (
       insert into webhook_events (workspace_id, type, subject_id, about, due_at, taken_at, body)
       select workspace_id, 'post.created', 1, '{}', now(), now(), '{"type": "post.created"}' from webhook
       returning id)
     insert into webhook_deliveries (workspace_id, webhook_id, event_id, state, ended_at)
     select workspace_id, webhook.id, event.id, 'failed', now() from webhook, event
     returning webhook_id, id`,
    [folder],
  );
  return { webhook: Number(rows[0].webhook_id), delivery: Number(rows[0].id) };
}

/** A workspace with something of everything. */
export async function createWorkspace(app: TestApp) {
  const { id: self, token, folder, write } = await writer(app);
  const parent = (await app.post('/api/content/folders/', { name: 'Parent' }, token)).body
    .id as number;
  // In a thread, so that thread endpoints can succeed, too.
  const item = (await write({ is_thread_root: true })).id as number;
  const [session] = (await app.get('/api/users/me/sessions/', token)).body;
  const waiting = (await write({ status: 'review' })).id as number;
  const [transition] = (await app.get(`/api/content/items/${waiting}/transitions/`, token)).body;
  const [member, invitation] = await Promise.all([
    person(app),
    app.post('/api/invitations/', { role: 'viewer' }, token),
  ]);
  await addMember(app, member.id, folder, 'viewer');
  const comment = (
    await app.post(`/api/content/items/${item}/comments/`, { text: 'A thought' }, token)
  ).body;
  const publishing = await publications(app, token, write);
  const day = { day: '2030-01-01', text: 'Black Friday' };
  const note = (await app.post('/api/calendar/notes/', day, token)).body;
  const named = { name: 'All', channels: [publishing.channel] };
  const pattern = { name: 'A pattern', folder, items: [{ content: 'A text' }] };
  const template = (await app.post('/api/templates/', pattern, token)).body;
  const signature = { name: 'A signature', kind: 'text', text: 'Jo' };
  const snippet = (await app.post('/api/snippets/', signature, token)).body;
  const set = (await app.post('/api/channel-sets/', named, token)).body;
  // Over, so that no job makes posts.
  const settings = { channel_set: set.id, gap_days: 60, max_uses: 6, without_asking: false };
  const evergreen = { ...settings, season_from: null, season_to: null, ends_on: '2020-01-01' };
  await app.put(`/api/content/folders/${folder}/evergreen/`, evergreen, token);
  const target = { target: 'https://example.org/' };
  const link = (await app.post('/api/analytics/links/', target, token)).body;
  const report = (await app.post('/api/analytics/reports/', { title: 'November' }, token)).body;
  const address = { name: 'A form', folder };
  const incoming = (await app.post('/api/incoming/', address, token)).body;
  const { rows } = await app.database.query(
    `insert into notifications (user_id, workspace_id, kind, in_app, by_mail)
     select user_id, workspace_id, 'joined', true, false from items, sessions where items.id = $1 and sessions.id = $2
     returning id`,
    [item, session.id],
  );
  const trashed = (await write()).id as number;
  await app.delete(`/api/content/items/${trashed}/`, token);
  const files = await media(app, token);
  const service = (
    await app.post('/api/service-accounts/', { name: 'A bot', role: 'editor' }, token)
  ).body.id as number;
  const key = (await app.post('/api/keys/', { name: 'A script' }, token)).body.id as number;
  return {
    token,
    ids: {
      trashed,
      self,
      member: member.id,
      notification: rows[0].id as number,
      comment: comment.id as number,
      note: note.id as number,
      set: set.id as number,
      template: template.id as number,
      snippet: snippet.id as number,
      link: link.id as number,
      report: report.id as number,
      incoming: incoming.id as number,
      ...publishing,
      invitation: invitation.body.id as number,
      waiting,
      transition: transition.id as number,
      folder,
      parentFolder: parent,
      item,
      other: (await write()).id as number,
      session: session.id as string,
      ...files,
      key,
      service,
      ...(await apps(app, token)),
      ...(await assistant(app, token, files.file)),
      ...(await feeds(app, folder)),
      ...(await rules(app, item, folder)),
      ...(await webhooks(app, folder)),
    },
  };
}
