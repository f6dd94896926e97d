// Starts the application with a workspace in full use to click through; run by `npm run demo`.
// Everything is on the practice network: nothing leaves the server.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { comment } from '../contract/content/comments.ts';
import { createFolder } from '../contract/content/folders.ts';
import { createItem, deleteItem, updateItem } from '../contract/content/items.ts';
import { createSnippet } from '../contract/content/snippets.ts';
import { createThread } from '../contract/content/threads.ts';
import { WORKSPACE_HEADER } from '../contract/http/endpoint.ts';
import { postMedia } from '../contract/media/media.ts';
import { setPractice } from '../contract/networks/practice.ts';
import { confirmAddress } from '../contract/people/addresses.ts';
import { acceptInvitation, invite, updateWorkspace } from '../contract/people/members.ts';
import { saveNotificationSettings } from '../contract/people/notifications.ts';
import { createNote, setDraftTime } from '../contract/publishing/calendar.ts';
import { createChannelSet } from '../contract/publishing/channel-sets.ts';
import { connectChannel } from '../contract/publishing/channels.ts';
import {
  countAttention,
  listPublications,
  publishItem,
} from '../contract/publishing/publications.ts';
import { setSlots } from '../contract/publishing/queue.ts';
import { makeTransition } from '../contract/publishing/review.ts';
import { addMinutes, localOf, resolveLocal } from '../contract/times.ts';
import { readConfig } from '../server/config/config.ts';
import { started } from '../server/main.ts';
import { drawAccounts } from './demo/account-pictures.ts';
import { automate } from './demo/automation.ts';
import * as content from './demo/content.ts';
import { readPast } from './demo/figures.ts';
import { movePostsBack, moveWorkspaceBack } from './demo/move-back.ts';
import { past } from './demo/past-content.ts';
import { pictures } from './demo/pictures.ts';
import { publishYear } from './demo/year.ts';

const { ACCOUNT, COLLEAGUE } = content;
const { port, database } = await started;
const base = `http://127.0.0.1:${port}`;

type Caller = { token: string; workspace?: number };
type Call = { method: string; path: string };

/** Calls an endpoint; `id` is the parameter of its path. */
async function call(
  { method, path }: Call,
  { by, id, body }: { by?: Caller; id?: number; body?: object | Buffer },
) {
  const isBytes = body instanceof Buffer;
  const response = await fetch(base + path.replace(':id', String(id)), {
    method,
    headers: {
      ...(body && { 'content-type': isBytes ? 'application/octet-stream' : 'application/json' }),
      ...(by && { authorization: `Bearer ${by.token}` }),
      ...(by?.workspace && { [WORKSPACE_HEADER]: String(by.workspace) }),
    },
    ...(body && { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) }),
  });
  const answer = response.status === 204 ? undefined : await response.json();
  if (!response.ok)
    throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
  return answer;
}

const register = ({ password, ...account }: typeof ACCOUNT) =>
  call(
    { method: 'POST', path: '/api/auth/register/' },
    { body: { ...account, password, password_confirm: password } },
  );

/** Verifies an address with the link of the mail, which is in the outbox without a mail server. */
async function confirm(email: string, by: Caller) {
  const { dataDir, smtpUrl } = readConfig();
  const outbox = join(dataDir, 'outbox');
  for (let attempt = 0; attempt < 50 && !smtpUrl; attempt++) {
    await delay(100);
    for (const name of existsSync(outbox)
      ? readdirSync(outbox).filter((file) => file.endsWith('.eml'))
      : []) {
      const mail = readFileSync(join(outbox, name), 'utf8').replaceAll('=\r\n', '');
      const [, link] = mail.includes(`To: ${email}`)
        ? (/\/confirm-address\/([\w-]+)/.exec(mail) ?? [])
        : [];
      if (link) return call(confirmAddress, { by, body: { token: link } });
    }
  }
}

const HOUR_MS = 60 * 60_000;
const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The day so many days from now. */
const dayIn = (days: number) => addMinutes(localOf(new Date(), zone), days * 24 * 60).slice(0, 10);

/** Folders, accounts and pictures; returns how posts are written and sent there. */
async function prepare(by: Caller) {
  const folders = new Map<string, number>();
  for (const { name, ...folder } of content.folders) {
    const parent = 'parent' in folder ? folders.get(folder.parent) : undefined;
    const body = { name, ...folder, ...(parent ? { parent } : {}) };
    folders.set(name, (await call(createFolder, { by, body })).id);
  }
  const channels: number[] = [];
  for (const { name, weekdays, time } of content.accounts) {
    const { id } = await call(connectChannel, {
      by,
      body: { network: 'practice', fields: { name } },
    });
    channels.push(id);
    const slots = weekdays.map((weekday) => ({ weekday, time }));
    await call(setSlots, { by, id, body: { slots } });
  }
  const files = new Map<string, number>();
  for (const { name, folder, alt, draw } of pictures) {
    const query = new URLSearchParams({ name, folder: String(folders.get(folder)), alt });
    const path = `${postMedia.path}?${query}`;
    files.set(name, (await call({ ...postMedia, path }, { by, body: await draw() })).id);
  }
  /** All posts, in the order in which they were written. */
  const written: number[] = [];
  const write = async (
    { folder, text, tags = [], pictures: shown = [] }: content.Post,
    { status = 'draft', as = by }: { status?: string; as?: Caller } = {},
  ): Promise<number> => {
    const media = shown.map((name) => ({ file: files.get(name) }));
    const body = { folder: folders.get(folder), status, content: text, tags, media };
    const { id } = await call(createItem, { by: as, body });
    written.push(id);
    return id;
  };
  const send = async (post: content.Post & { on: number[] }, at: object | string | null) =>
    call(publishItem, {
      by,
      id: await write(post),
      body: { channels: post.on.map((n) => channels[n]), at },
    });
  for (const body of content.snippets) await call(createSnippet, { by, body });
  const sets: number[] = [];
  for (const { name, on } of content.sets)
    sets.push(
      (await call(createChannelSet, { by, body: { name, channels: on.map((n) => channels[n]) } }))
        .id,
    );
  return { folders, channels, sets, written, write, send };
}

/** Waits for the publisher, for some seconds at most. */
async function until(isSo: () => Promise<boolean>) {
  for (let attempt = 0; attempt < 100 && !(await isSo()); attempt++) await delay(100);
}

type Workspace = Awaited<ReturnType<typeof prepare>>;

/** Waits until so many publications are published. */
const untilPublished = (by: Caller, count: number) => {
  const sent = { ...listPublications, path: `${listPublications.path}?state=published` };
  return until(async () => (await call(sent, { by })).count === count);
};

/**
 * Publishes what is past, and returns by how much each post is moved back. Nobody is notified of
 * that: it would all be new.
 */
async function publishPast(by: Caller, grace: Caller, { channels, write }: Workspace) {
  const kinds = ['published', 'approved', 'review_requested'];
  const notify = (in_app: boolean) =>
    [by, grace].map((person) =>
      call(saveNotificationSettings, {
        by: person,
        body: Object.fromEntries(kinds.map((kind) => [kind, { in_app, email: in_app }])),
      }),
    );
  await Promise.all(notify(false));
  const moved = new Map<number, number>();
  for (const { daysAgo, time, approved, on, ...post } of past) {
    const id = await write(post, { status: approved ? 'review' : 'draft' });
    if (approved) await call(makeTransition, { by: grace, id, body: { target_state: 'approved' } });
    const then = Date.parse(resolveLocal(`${dayIn(-daysAgo)}T${time}`, zone).instant);
    moved.set(id, Date.now() - then);
    const chosen = on.map((n) => channels[n]);
    await call(publishItem, { by, id, body: { channels: chosen, at: null } });
  }
  const all = past.reduce((sum, { on }) => sum + on.length, 0);
  await untilPublished(by, all);
  await Promise.all(notify(true));
  return { moved, all };
}

/** Fills the calendar, the queues and 'Needs attention'. */
async function plan(by: Caller, before: number, { channels, write, send }: Workspace) {
  for (const { day, time, ...post } of content.scheduled)
    await send(post, { local: `${dayIn(day)}T${time}` });
  for (const { day, time, ...post } of content.planned)
    await call(setDraftTime, {
      by,
      id: await write(post),
      body: { at: { local: `${dayIn(day)}T${time}` } },
    });
  for (const post of content.queued) await send(post, 'queue');
  for (const [days, text] of content.notes)
    await call(createNote, { by, body: { day: dayIn(days), text } });
  for (const post of content.published) await send(post, null);
  await untilPublished(
    by,
    content.published.reduce((sum, { on }) => sum + on.length, before),
  );
  const [account = 0] = content.refused.on;
  const id = channels[account];
  if (id === undefined) return;
  await call(setPractice, { by, id, body: { fault: 'refuse' } });
  await send(content.refused, null);
  await until(async () => (await call(countAttention, { by })).count > 0);
  await call(setPractice, { by, id, body: {} });
}

/** Asks for reviews, and talks about them. */
async function review(
  people: { ada: number; grace: number },
  by: Caller,
  grace: Caller,
  { write }: Workspace,
) {
  for (const { status, by: author, first, ...post } of content.items) {
    const as = author === 'colleague' ? grace : by;
    const id = await write({ ...post, text: first?.text ?? post.text }, { status, as });
    if (first) {
      const body = { target_state: 'draft', comment: first.rejected };
      await call(makeTransition, { by: grace, id, body });
      await call(updateItem, { by, id, body: { content: post.text } });
      await call(updateItem, { by, id, body: { status } });
    }
    if (status !== 'review' || as === grace) continue;
    const text = `<@${people.ada}> is this the final wording? I would say it in one sentence less.`;
    const asked = await call(comment, { by: grace, id, body: { text } });
    const answer = `<@${people.grace}> It is. Which one would you drop?`;
    await call(comment, { by, id, body: { text: answer, parent: asked.id } });
  }
}

async function writeThreads(by: Caller, { folders, written }: Workspace) {
  for (const { folder, texts, description, tags } of content.threads) {
    const items = texts.map((text) => ({ content: text }));
    const body = { folder: folders.get(folder), status: 'draft', description, tags, items };
    const [root] = await call(createThread, { by, body });
    written.push(root.id);
  }
}

async function fill({ access, user }: Awaited<ReturnType<typeof register>>) {
  const by: Caller = { token: access };
  const colleague = await register(COLLEAGUE);
  const grace: Caller = { token: colleague.access };
  await confirm(ACCOUNT.email, by);
  await confirm(COLLEAGUE.email, grace);
  const invitation = await call(invite, { by, body: { role: 'approver' } });
  const token = invitation.link.split('/').at(-1);
  grace.workspace = (await call(acceptInvitation, { by: grace, body: { token } })).id;
  await call(updateWorkspace, { by, body: { name: content.WORKSPACE, time_zone: zone } });

  const workspace = await prepare(by);
  await drawAccounts(database);
  const { moved, all } = await publishPast(by, grace, workspace);
  await plan(by, all, workspace);
  await writeThreads(by, workspace);
  await call(deleteItem, { by, id: await workspace.write(content.deleted) });
  await review({ ada: user.id, grace: colleague.user.id }, by, grace, workspace);

  // The others were written within the last days, one after the other.
  const others = workspace.written.filter((id) => !moved.has(id));
  for (const [place, id] of others.entries()) moved.set(id, (others.length - place) * HOUR_MS);
  await movePostsBack(database, moved);
  await moveWorkspaceBack(database, grace.workspace ?? 0, content.AGE_DAYS);
  await publishYear(database, workspace.channels);
  await readPast(database, grace.workspace ?? 0);
  // Afterwards: what was done above starts no rule.
  await automate((endpoint, given) => call(endpoint, { by, ...given }), {
    folders: workspace.folders,
    set: workspace.sets[0] ?? 0,
  });
}

// Where the account is there already, so is everything else.
const registered = await register(ACCOUNT).catch(() => undefined);
if (registered) await fill(registered);
const { email, password } = ACCOUNT;
console.log(
  `  Sign in as ${email} with the password ${password}, or as ${COLLEAGUE.email}, who approves\n`,
);
