import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { KIND_NAMES } from '#contract/people/notifications.ts';
import type { Role } from '#contract/roles.ts';
import { colleague, person, useApp, workspaceOf, writer } from '../../../testing/app.ts';
import { startSmtp } from '../../../testing/smtp.ts';

let smtp: Awaited<ReturnType<typeof startSmtp>>;
const app = useApp(async () => {
  smtp = await startSmtp();
  return { SMTP_URL: smtp.url, PUBLIC_URL: 'https://posts.example.org' };
});
beforeEach(() => {
  smtp.mood = 'well';
});
afterAll(() => smtp.stop());
type Someone = { token: string; id: number };

const BULK = '/api/content/items/bulk_operations/';

const list = async ({ token }: Someone, query = '') =>
  (await app.get(`/api/notifications/${query}` as '/api/notifications/', token)).body.results;
const texts = async (someone: Someone) => (await list(someone)).map(({ text }) => text);
const unread = async ({ token }: Someone) =>
  (await app.get('/api/notifications/unread/', token)).body.count;

/** The workspace of Ada, and a member of each other role, named after it. */
async function team(...roles: Role[]) {
  const ada = await writer(app);
  const others = await Promise.all(roles.map((role) => colleague(app, ada.folder, role, role)));
  return { ada, workspace: await workspaceOf(app, ada.folder), others };
}

describe('a review', () => {
  test.each<[string, (ada: Awaited<ReturnType<typeof writer>>) => Promise<number>]>([
    [
      'is written so',
      async (ada) => (await ada.write({ status: 'review', description: 'The launch' })).id,
    ],
    [
      'is set so in the editor',
      async (ada) => {
        const { id } = await ada.write({ description: 'The launch' });
        await app.put(`/api/content/items/${id}/`, { status: 'review' }, ada.token);
        return id;
      },
    ],
    [
      'is submitted',
      async (ada) => {
        const { id } = await ada.write({ description: 'The launch' });
        await app.post(
          `/api/content/items/${id}/workflow_transition/`,
          { target_state: 'review' },
          ada.token,
        );
        return id;
      },
    ],
    [
      'is set so with others',
      async (ada) => {
        const { id } = await ada.write({ description: 'The launch' });
        const body = { operation: 'status_change', item_ids: [id], params: { status: 'review' } };
        await app.post(BULK, body, ada.token);
        return id;
      },
    ],
    [
      'is a thread',
      async (ada) => {
        const items = [{ content: 'One' }, { content: 'Two' }];
        const body = { folder: ada.folder, status: 'review', description: 'The launch', items };
        return (await app.post('/api/content/items/thread/', body, ada.token)).body[0].id;
      },
    ],
  ])('that %s notifies only members who may decide', async (_, submit) => {
    const { ada, workspace, others } = await team('admin', 'approver', 'editor', 'viewer');
    const id = await submit(ada);
    for (const someone of others.slice(0, 2)) {
      expect(await list(someone)).toEqual([
        {
          id: expect.any(Number),
          kind: 'review_requested',
          text: "Ada Byron asked you to review 'The launch'",
          item: id,
          read: false,
          published: [],
          created_at: expect.any(String),
          actor: { id: ada.id, name: 'Ada Byron' },
          workspace: { id: workspace, name: "Ada Byron's workspace" },
          link: `/content/preview/${id}`,
        },
      ]);
    }
    for (const someone of [ada, ...others.slice(2)]) expect(await list(someone)).toEqual([]);
  });

  test('of many posts at once creates one notification', async () => {
    const { ada, others } = await team('approver');
    const ids = await Promise.all([1, 2, 3].map(async () => (await ada.write()).id));
    const body = { operation: 'status_change', item_ids: ids, params: { status: 'review' } };
    await app.post(BULK, body, ada.token);
    const [approver] = others as [(typeof others)[0]];
    expect(await list(approver)).toMatchObject([
      { text: 'Ada Byron asked you to review 3 posts', item: null, link: '/content/review' },
    ]);
  });

  test('that is decided notifies the author and the person who requested it', async () => {
    const { ada, others } = await team('approver', 'editor');
    const [approver, editor] = others as [(typeof others)[0], (typeof others)[0]];
    const { id } = await ada.write({ description: 'The launch' });
    const ask = () =>
      editor.call(`/api/content/items/${id}/workflow_transition/`, 'POST', {
        target_state: 'review',
      });
    const asked = (await ask()).body.id;
    await approver.call(`/api/content/workflow/reject/${asked}/`, 'POST', { comment: 'No' });
    await ask();
    await approver.call(`/api/content/items/${id}/`, 'PUT', { status: 'approved' });
    for (const someone of [editor, ada]) {
      const told = await list(someone);
      expect(
        told.filter(({ kind }) => kind !== 'review_requested').map(({ text }) => text),
      ).toEqual(["approver approved 'The launch'", "approver rejected 'The launch'"]);
    }
    // She is not notified of her own actions.
    expect((await list(approver)).map(({ kind }) => kind)).toEqual([
      'review_requested',
      'review_requested',
    ]);
  });
});

test('the author of a text is notified of it, also where another user created its post', async () => {
  const { ada, others } = await team('editor');
  const [will] = others as [(typeof others)[0]];
  const mine = await ada.write({ description: 'Mine' });
  const his = (
    await will.call('/api/content/items/', 'POST', { folder: ada.folder, content: 'His' })
  ).body;
  await app.post(`/api/content/items/${his.id}/add-to-thread/`, { parent: mine.id }, ada.token);
  await app.post(`/api/content/items/${mine.id}/remove-from-thread/`, {}, ada.token);
  await app.post(`/api/content/items/${his.id}/comments/`, { text: 'Good' }, ada.token);
  await app.put(`/api/content/items/${his.id}/`, { status: 'approved' }, ada.token);
  expect((await list(will)).map(({ kind }) => kind)).toEqual(['approved', 'commented']);
});

test('invited people are notified, and managers of new members', async () => {
  const { ada, workspace, others } = await team('admin', 'editor');
  const grace = await person(app, 'Grace Hopper');
  await app.post(
    '/api/invitations/',
    { email: grace.email.toUpperCase(), role: 'viewer' },
    ada.token,
  );
  const [invited] = await list(grace);
  expect(invited).toMatchObject({
    kind: 'invited',
    text: "Ada Byron invited you to Ada Byron's workspace",
    item: null,
    link: expect.stringMatching(/^\/invite\/\d+-/),
  });
  await app.post(
    '/api/invitations/accept/',
    { token: invited.link?.split('/').at(-1) },
    grace.token,
  );
  // The notice ends with the invitation.
  const alan = await person(app, 'Alan Turing');
  const again = (
    await app.post('/api/invitations/', { email: alan.email, role: 'viewer' }, ada.token)
  ).body;
  expect(await list(alan)).toHaveLength(1);
  await app.delete(`/api/invitations/${again.id}/`, ada.token);
  expect([await list(alan), await unread(alan)]).toEqual([[], 0]);
  const [admin, editor] = others as [(typeof others)[0], (typeof others)[0]];
  for (const someone of [ada, admin])
    expect(await list(someone)).toMatchObject([
      {
        kind: 'joined',
        text: "Grace Hopper joined Ada Byron's workspace",
        link: '/settings/members',
      },
    ]);
  expect(await list(editor)).toEqual([]);
  // Former members are notified of nothing.
  await app.request('/api/workspace/leave/', {
    method: 'POST',
    token: grace.token,
    headers: { 'x-workspace': String(workspace) },
  });
  expect(await texts(grace)).toEqual([]);
  await app.database.query('delete from memberships where user_id = $1', [admin.id]);
  await app.database.query('insert into workspaces (name) values ($1)', ['Elsewhere']);
  await app.database.query(
    "insert into memberships (user_id, workspace_id, role) select $1, max(id), 'owner' from workspaces",
    [admin.id],
  );
  await expect.poll(() => list(admin)).toEqual([]);
  expect(await unread(admin)).toBe(0);
});

describe('the list', () => {
  test('is paginated by key, filtered by unread, marked as read one by one and all at once, and deleted from', async () => {
    const { ada, others } = await team('approver');
    const [approver] = others as [(typeof others)[0]];
    for (let n = 1; n <= 5; n++) await ada.write({ status: 'review', description: `Number ${n}` });
    const first = (await app.get('/api/notifications/?page_size=2', approver.token)).body;
    expect(first).toMatchObject({ count: 5, previous: null });
    expect(first.results.map(({ text }) => text.slice(-3, -1))).toEqual([' 5', ' 4']);
    const second = (await app.get(first.next as '/api/notifications/', approver.token)).body;
    const third = (await app.get(second.next as '/api/notifications/', approver.token)).body;
    expect(
      [second, third].flatMap(({ results }) => results.map(({ text }) => text.slice(-2, -1))),
    ).toEqual(['3', '2', '1']);
    expect(third.next).toBeNull();
    expect((await app.get(third.previous as '/api/notifications/', approver.token)).body).toEqual(
      second,
    );
    const back = (await app.get(second.previous as '/api/notifications/', approver.token)).body;
    expect([back.results, back.previous]).toEqual([first.results, null]);

    const [five, four, three] = await list(approver);
    expect(await unread(approver)).toBe(5);
    const read = await app.post(`/api/notifications/${five.id}/read/`, {}, approver.token);
    expect(read).toMatchObject({ status: 200, body: { ...five, read: true } });
    expect((await app.post(`/api/notifications/${five.id}/read/`, {}, approver.token)).status).toBe(
      200,
    );
    expect(await unread(approver)).toBe(4);
    expect((await list(approver, '?unread=true')).map(({ id }) => id)).not.toContain(five.id);
    // Not those that came after the list was read.
    expect(
      (await app.post('/api/notifications/read/', { up_to: three.id }, approver.token)).body,
    ).toEqual({
      count: 3,
    });
    expect((await list(approver, '?unread=true')).map(({ id }) => id)).toEqual([four.id]);
    expect((await app.post('/api/notifications/read/', {}, approver.token)).body).toEqual({
      count: 1,
    });
    expect((await app.delete(`/api/notifications/${five.id}/`, approver.token)).status).toBe(204);
    expect((await app.delete(`/api/notifications/${five.id}/`, approver.token)).status).toBe(404);
    expect(await list(approver)).toHaveLength(4);
  });

  test('belongs to one person, and has no link where its item is gone', async () => {
    const { ada, others } = await team('approver');
    const [approver] = others as [(typeof others)[0]];
    const { id } = await ada.write({ status: 'review' });
    const [told] = await list(approver);
    for (const method of ['POST', 'DELETE']) {
      const path = `/api/notifications/${told.id}/${method === 'POST' ? 'read/' : ''}`;
      expect((await app.request(path, { method, token: ada.token })).status).toBe(404);
    }
    await app.delete(`/api/content/items/${id}/`, ada.token);
    expect(await list(approver)).toMatchObject([
      {
        text: 'Ada Byron asked you to review a deleted post',
        item: null,
        link: null,
        read: false,
      },
    ]);
    await app.database.query('delete from posts where root_id = $1', [id]);
    expect(await list(approver)).toEqual([]);
  });
});

describe('the settings', () => {
  test('are on by default, for each kind', async () => {
    const grace = await person(app);
    const on = { in_app: true, email: true };
    const all = Object.fromEntries(KIND_NAMES.map((kind) => [kind, on]));
    const path = '/api/notifications/settings/';
    expect((await app.get(path, grace.token)).body).toEqual(all);
    expect(
      (await app.put(path, { approved: { email: false }, nonsense: {} }, grace.token)).body,
    ).toEqual({
      ...all,
      approved: { in_app: true, email: false },
    });
    await app.put(path, { approved: { in_app: false } }, grace.token);
    expect((await app.get(path, grace.token)).body.approved).toEqual({
      in_app: false,
      email: false,
    });
    expect((await app.put(path, { approved: { email: 'no' } }, grace.token)).body).toMatchObject({
      approved: ['Expected true or false.'],
    });
  });

  test('decide what is shown: unwanted ones are not created', async () => {
    const { ada, others } = await team('approver', 'approver');
    const [one, two] = others as [(typeof others)[0], (typeof others)[0]];
    const path = '/api/notifications/settings/';
    await app.put(path, { review_requested: { in_app: false } }, one.token);
    await app.put(path, { review_requested: { in_app: false, email: false } }, two.token);
    await ada.write({ status: 'review' });
    for (const someone of [one, two])
      expect([await list(someone), await unread(someone)]).toEqual([[], 0]);
    const { rows } = await app.database.query(
      'select user_id from notifications where actor_id = $1',
      [ada.id],
    );
    expect(rows).toEqual([{ user_id: one.id }]);
  });
});

describe('mails', () => {
  const mailsTo = ({ email }: { email: string }) =>
    smtp.mails.filter(({ to }) => to?.[0]?.address === email);
  /** As if the last mail to this person had been sent so many minutes ago. */
  const mailedAgo = (id: number, minutes: number) =>
    app.database.query(
      `insert into notification_mails values ($1, now() - make_interval(mins => $2))
       on conflict (user_id) do update set sent_at = excluded.sent_at`,
      [id, minutes],
    );
  /** Runs what is scheduled every minute, and the jobs that follow. */
  async function bundle() {
    await app.database.query("insert into jobs.job (name) values ('notifications.bundle')");
    const open =
      "select from jobs.job where name like 'notifications.%' and state in ('created', 'active')";
    await expect
      .poll(async () => (await app.database.query(open)).rowCount, { timeout: 10_000 })
      .toBe(0);
  }

  test('combine unread notifications, at most once in 15 minutes', async () => {
    const { ada, others } = await team('approver');
    const [approver] = others as [(typeof others)[0]];
    await mailedAgo(approver.id, 0);
    await ada.write({ status: 'review', description: 'Read already' });
    const [seen] = await list(approver);
    await app.post(`/api/notifications/${seen.id}/read/`, {}, approver.token);
    const one = await ada.write({ status: 'review', description: 'One & <only>' });
    await ada.write({ status: 'review', description: 'Two' });
    await bundle();
    expect(mailsTo(approver)).toEqual([]);
    await mailedAgo(approver.id, 15);
    await bundle();
    const [mail] = mailsTo(approver);
    expect(mail?.subject).toBe("2 notifications: Ada Byron asked you to review 'One & <only>', …");
    expect(mail?.text).toContain(
      `'One & <only>':\nhttps://posts.example.org/content/preview/${one.id}\n`,
    );
    expect(mail?.html).toContain('One &#38; &#60;only&#62;');
    expect(mail?.text).toContain("review 'Two'");
    expect(mail?.text).not.toContain('already');

    await ada.write({ status: 'review', description: 'Three' });
    await bundle();
    expect(mailsTo(approver)).toHaveLength(1);
    await mailedAgo(approver.id, 15);
    // One of two processes does it.
    await Promise.all([bundle(), bundle()]);
    expect(mailsTo(approver).map(({ subject }) => subject)).toEqual([
      mail?.subject,
      "Ada Byron asked you to review 'Three'",
    ]);
    // Nothing is mailed twice.
    await mailedAgo(approver.id, 15);
    await bundle();
    expect(mailsTo(approver)).toHaveLength(2);
  });

  test('are one digest after a long outage of the mail server', async () => {
    const { ada, others } = await team('approver');
    const [approver] = others as [(typeof others)[0]];
    smtp.mood = 'refuses';
    for (const round of ['One', 'Two', 'Three']) {
      await ada.write({ status: 'review', description: round });
      await app.database.query("insert into jobs.job (name) values ('notifications.bundle')");
      // The first is in a refused mail, the others wait for the next one.
      const claimed = 'select from notifications where user_id = $1 and mail_job is not null';
      await expect
        .poll(async () => (await app.database.query(claimed, [approver.id])).rowCount, {
          timeout: 15_000,
        })
        .toBe(1);
      await mailedAgo(approver.id, 16);
    }
    smtp.mood = 'well';
    await app.database.query("update jobs.job set start_after = now() where state = 'retry'");
    await expect.poll(() => mailsTo(approver).length, { timeout: 15_000 }).toBe(1);
    await bundle();
    expect(mailsTo(approver)).toHaveLength(1);
    await mailedAgo(approver.id, 16);
    await bundle();
    expect(mailsTo(approver)).toHaveLength(2);
  });

  test('are not sent to those who opted out; an invitation has a mail of its own', async () => {
    const { ada, others } = await team('approver');
    const [approver] = others as [(typeof others)[0]];
    const settings = { review_requested: { email: false }, invited: { email: false } };
    await app.put('/api/notifications/settings/', settings, approver.token);
    await ada.write({ status: 'review' });
    const [grace, host] = [await person(app, 'Grace Hopper'), await person(app, 'Host')];
    for (const { email } of [approver, grace])
      await app.post('/api/invitations/', { email, role: 'viewer' }, host.token);
    await expect.poll(() => mailsTo(grace).length, { timeout: 15_000 }).toBe(1);
    await bundle();
    expect(mailsTo(grace).map(({ subject }) => subject)).toEqual([
      "Host invites you to Host's workspace",
    ]);
    expect(mailsTo(approver)).toEqual([]);
    expect(await texts(approver)).toContain("Host invited you to Host's workspace");
  });
});
