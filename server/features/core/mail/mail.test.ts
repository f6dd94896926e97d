import { afterAll, expect, test } from 'vitest';
import { KIND_NAMES } from '#contract/people/notifications.ts';
import { colleague, PASSWORD, person, useApp, writer } from '../../../testing/app.ts';
import { startSmtp } from '../../../testing/smtp.ts';

/** What a mail server receives (docs/domain/people.md, 'Notifications'). */

let smtp: Awaited<ReturnType<typeof startSmtp>>;
const app = useApp(async () => {
  smtp = await startSmtp();
  return {
    SMTP_URL: smtp.url,
    PUBLIC_URL: 'https://posts.example.org',
    MAIL_BOUNCES: 'bounces@example.org',
    MAIL_UNSUBSCRIBE: 'leave@example.org',
  };
});
afterAll(() => smtp.stop());

const mailTo = async (email: string, subject: RegExp) => {
  const found = () =>
    [...smtp.welcomes, ...smtp.mails].find(
      (mail) => mail.to?.[0]?.address === email && subject.test(mail.subject ?? ''),
    );
  await expect.poll(found, { timeout: 20_000 }).toBeDefined();
  return found() as NonNullable<ReturnType<typeof found>>;
};

/** The header lines of a mail, unfolded. */
const headOf = ({ bytes }: { bytes: string }) =>
  (bytes.split('\r\n\r\n', 1)[0] ?? '').replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n');

const header = (mail: { bytes: string }, name: string) =>
  headOf(mail).filter((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`));

/** The words of a mail, without its markup. */
const wordsOf = (html: string) =>
  html
    .replace(/<title>.*?<\/title>/, '')
    .replaceAll(/<a href="([^"]*)"[^>]*>(.*?)<\/a>(<\/p><p[^>]*>\1)?/g, '$2 $1')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
const plain = (text: string) => text.replaceAll(/:?\s+/g, ' ').trim();

async function digest() {
  const ada = await writer(app);
  const approver = await colleague(app, ada.folder, 'approver');
  await ada.write({ status: 'review', description: 'One & <only>' });
  await app.database.query("insert into jobs.job (name) values ('notifications.bundle')");
  const mail = await mailTo(approver.email, /asked you to review/);
  const [link = ''] =
    /https:\/\/posts\.example\.org\/unsubscribe\/[\w-]+/.exec(mail.text ?? '') ?? [];
  const off = async () => {
    const { body } = await app.get('/api/notifications/settings/', approver.token);
    return KIND_NAMES.filter((kind) => !body[kind].email);
  };
  return { mail, path: new URL(link).pathname, link, off, approver };
}

/** What a mail program sends. */
const oneClick = (path: string) =>
  fetch(app.base + path, {
    method: 'POST',
    body: new URLSearchParams('List-Unsubscribe=One-Click'),
  });

test('mails that somebody waits for are automatic, and cannot be unsubscribed from', async () => {
  const ada = await person(app);
  const grace = await person(app, 'Grace Hopper', { proved: false });
  await app.post('/api/auth/password-reset/', { email: ada.email });
  await app.post('/api/invitations/', { email: 'new@example.org', role: 'viewer' }, ada.token);
  for (const mail of [
    await mailTo(grace.email, /confirm your email/),
    await mailTo(ada.email, /password/i),
    await mailTo('new@example.org', /invites you/),
  ]) {
    expect(header(mail, 'Auto-Submitted')).toEqual(['Auto-Submitted: auto-generated']);
    for (const name of ['List-Unsubscribe', 'List-Unsubscribe-Post', 'Precedence', 'Feedback-ID'])
      expect([mail.subject, header(mail, name)]).toEqual([mail.subject, []]);
    expect(mail.envelopeFrom).toBe('bounces@example.org');
    expect(header(mail, 'From')).toEqual(['From: postfolio@posts.example.org']);
    expect(plain(wordsOf(mail.html ?? ''))).toBe(plain(mail.text ?? ''));
  }
});

test('a digest is unsubscribed from by one POST, and by nothing else', async () => {
  const { mail, path, link, off } = await digest();
  const token = path.split('/').at(-1);
  expect(header(mail, 'Auto-Submitted')).toHaveLength(1);
  expect(header(mail, 'List-Unsubscribe')).toEqual([
    `List-Unsubscribe: <${link}>, <mailto:leave@example.org?subject=unsubscribe%20${token}>`,
  ]);
  expect(header(mail, 'List-Unsubscribe-Post')).toEqual([
    'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
  ]);
  for (const name of ['Precedence', 'Feedback-ID']) expect(header(mail, name)).toEqual([]);
  expect(plain(wordsOf(mail.html ?? ''))).toBe(plain(mail.text ?? ''));

  // Scanners follow links.
  for (const method of ['GET', 'HEAD']) await fetch(app.base + path, { method });
  expect(await off()).toEqual([]);
  for (const wrong of [
    path.slice(0, -1),
    path.replace('review_requested', 'approved'),
    '/unsubscribe/x',
  ])
    expect((await oneClick(wrong)).status).toBe(410);
  expect(await off()).toEqual([]);
  for (let time = 0; time < 2; time++) expect((await oneClick(path)).status).toBe(204);
  expect(await off()).toEqual(['review_requested']);
});

test('the page of the link does the same, also where the account is closed', async () => {
  const { path, off, approver } = await digest();
  const token = path.split('/').at(-1) ?? '';
  const url = '/api/notifications/unsubscribe/';
  expect((await app.post(url, { token })).status).toBe(204);
  expect(await off()).toEqual(['review_requested']);
  expect((await app.post(url, { token: `${token}x` })).status).toBe(410);
  const closed = await app.post('/api/users/me/delete/', { password: PASSWORD }, approver.token);
  expect(closed.status).toBe(204);
  expect((await oneClick(path)).status).toBe(204);
});
