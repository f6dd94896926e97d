// Starts the application with an account of sample content to click through; run by `npm run demo`.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { comment } from '../contract/content/comments.ts';
import { createFolder } from '../contract/content/folders.ts';
import { createItem } from '../contract/content/items.ts';
import { createThread } from '../contract/content/threads.ts';
import { WORKSPACE_HEADER } from '../contract/http/endpoint.ts';
import { confirmAddress } from '../contract/people/addresses.ts';
import { acceptInvitation, invite } from '../contract/people/members.ts';
import { createNote } from '../contract/publishing/calendar.ts';
import { connectChannel } from '../contract/publishing/channels.ts';
import { publishItem } from '../contract/publishing/publications.ts';
import { readConfig } from '../server/config.ts';
import { started } from '../server/main.ts';

const ACCOUNT = { email: 'demo@example.org', name: 'Ada Byron', password: 'Demo-pass-1' };
/** Other members, and their comments. */
const COLLEAGUE = { ...ACCOUNT, email: 'colleague@example.org', name: 'Grace Hopper' };

const folders = [
  { name: 'Launch', description: 'Everything for the first of the month.' },
  { name: 'Teasers', parent: 'Launch' },
  { name: 'Evergreen', description: 'Good on any day.' },
  { name: 'Community' },
];

const items = [
  [
    'Launch',
    'review',
    'It is here. Today we open the doors to everybody who has waited since spring, and to everybody who has not heard of us yet. What took so long? We threw the first version away. It did everything and was good at nothing; this one does one thing, and we use it ourselves every day.',
    ['launch', 'news'],
  ],
  [
    'Teasers',
    'draft',
    'Three days. Two surprises. One of them is small, blue, and fits into a pocket.',
    ['launch'],
  ],
  ['Teasers', 'approved', 'Guess what this is. (No, not a toaster.)', ['launch', 'quiz']],
  [
    'Evergreen',
    'published',
    'A good headline says what the text is about.\n\nA very good one also says why you should care today.\n\nThe best one is true.',
    ['writing'],
  ],
  [
    'Evergreen',
    'draft',
    'Write the last sentence first. Then you know where you are going.',
    ['writing'],
  ],
  ['Evergreen', 'archived', 'Last year’s favourites, in one list.', []],
  [
    'Community',
    'published',
    'Thank you to the 214 of you who answered our survey. The answer that came up most: “please keep it simple”. We will.',
    ['community', 'survey'],
  ],
  [
    'Community',
    'draft',
    'مرحبا بكم في مجتمعنا — each of you is welcome, in whatever language you write.',
    ['community'],
  ],
] as const;

const thread = {
  folder: 'Launch',
  status: 'draft',
  description: 'Launch day, in five posts',
  tags: ['launch', 'thread'],
  items: [
    'We rebuilt everything, and it took two years. Here is what we learned, in five posts.',
    'First: nobody misses what was slow. We removed a third of it, and not one person wrote to us.',
    'Second: write the announcement before the feature. Where the sentence limps, so does the idea. More on that: https://example.org/notes/write-first',
    'Third: ask the people who left. They are kinder than you think, and they are right. #listening',
    'And last: thank whoever waited. So: thank you, @everyone. Doors are open.',
  ].map((content) => ({ content })),
};

/** Accounts of the practice network, and what is planned there: in days from today, and when. */
const accounts = ['Byron & Hopper', 'Grace Hopper'];
const planned = [
  [1, '09:00', 'One thing that we removed this week, and nobody missed.'],
  [2, '16:30', 'Office hours are open: bring a question, leave with a draft.'],
  [4, '09:00', 'What we read this month, in one list.'],
  [5, '12:00', 'Behind the scenes: how a release note is written.'],
  [6, '09:00', 'A question for you: which feature would you remove?'],
  [8, '09:00', 'Five headlines that we did not use, and why.'],
  [8, '16:30', 'Office hours again. The last ones had a queue.'],
  [11, '09:00', 'Small, blue, and it fits into a pocket. Two weeks to go.'],
  [12, '12:00', 'The answers to our question of last week.'],
  [13, '09:00', 'How to end a thread, so that somebody replies.'],
  [15, '09:00', 'Ten days to go. Here is the first look.'],
  [15, '16:30', 'Office hours: all about alt texts.'],
  [18, '09:00', 'What a good alt text says, in three examples.'],
  [19, '12:00', 'A customer told us something. We changed the plan.'],
  [20, '09:00', 'Write the announcement first. We did.'],
  [22, '09:00', 'Three days to go. Ask us anything.'],
  [22, '16:30', 'Office hours, the last ones before the launch.'],
  [25, '09:00', 'Doors are open.'],
  [26, '12:00', 'The first day in numbers.'],
  [28, '09:00', 'Thank you to everybody who waited.'],
  [32, '09:00', 'What comes next.'],
] as const;
const notes = [
  [11, 'Press kit is ready'],
  [25, 'Launch day'],
] as const;

const { port } = await started;
const base = `http://127.0.0.1:${port}`;

async function post(path: string, body: object, token?: string, workspace?: number) {
  const response = await fetch(base + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
      ...(workspace && { [WORKSPACE_HEADER]: String(workspace) }),
    },
    body: JSON.stringify(body),
  });
  return { ok: response.ok, body: await response.json() };
}

const register = (account: typeof ACCOUNT) =>
  post('/api/auth/register/', { ...account, password_confirm: account.password });

/** Verifies an address with the link of the mail, which is in the outbox without a mail server. */
async function confirm(email: string, token: string) {
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
      if (link) return post(confirmAddress.path, { token: link }, token);
    }
  }
}

/** The day so many days from now, in UTC. */
const dayIn = (days: number) =>
  new Date(Date.now() + days * 24 * 60 * 60_000).toISOString().slice(0, 10);

/** Fills the calendar. */
async function plan(folder: number | undefined, token: string) {
  const channels: number[] = [];
  for (const name of accounts) {
    const { body } = await post(
      connectChannel.path,
      { network: 'practice', fields: { name } },
      token,
    );
    channels.push(body.id);
  }
  for (const [n, [days, time, content]] of planned.entries()) {
    const { body: item } = await post(
      createItem.path,
      { folder, status: 'draft', content, tags: ['planned'] },
      token,
    );
    await post(
      publishItem.path.replace(':id', item.id),
      {
        channels: n % 3 === 2 ? channels : [channels[n % 2]],
        at: { local: `${dayIn(days)}T${time}` },
      },
      token,
    );
  }
  for (const [days, text] of notes) await post(createNote.path, { day: dayIn(days), text }, token);
}

const { ok, body } = await register(ACCOUNT);
if (ok) {
  const ids = new Map<string, number>();
  for (const { parent, ...folder } of folders) {
    const made = await post(
      createFolder.path,
      { ...folder, ...(parent && { parent: ids.get(parent) }) },
      body.access,
    );
    ids.set(folder.name, made.body.id);
  }
  const { body: colleague } = await register(COLLEAGUE);
  await confirm(ACCOUNT.email, body.access);
  await confirm(COLLEAGUE.email, colleague.access);
  const { body: invitation } = await post(invite.path, { role: 'approver' }, body.access);
  const token = invitation.link.split('/').at(-1);
  const { body: workspace } = await post(acceptInvitation.path, { token }, colleague.access);
  await plan(ids.get('Evergreen'), body.access);
  await post(createThread.path, { ...thread, folder: ids.get(thread.folder) }, body.access);
  for (const [folder, status, content, tags] of [...items].reverse()) {
    const { body: item } = await post(
      createItem.path,
      { folder: ids.get(folder), status, content, tags },
      body.access,
    );
    if (status !== 'review') continue;
    const comments = comment.path.replace(':id', item.id);
    const text = `<@${body.user.id}> is it “doors” or “door”? In the thread it is doors, too.`;
    const { body: asked } = await post(comments, { text }, colleague.access, workspace.id);
    await post(comments, { text: 'Doors. There are two.', parent: asked.id }, body.access);
  }
}
const { email, password } = ACCOUNT;
console.log(
  `  Sign in as ${email} with the password ${password}, or as ${COLLEAGUE.email}, who approves\n`,
);
