import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { start, useApp } from '../../../testing/app.ts';
import { startSmtp } from '../../../testing/smtp.ts';

let smtp: Awaited<ReturnType<typeof startSmtp>>;
const app = useApp(async () => {
  smtp = await startSmtp();
  return {
    SMTP_URL: smtp.url,
    MAIL_FROM: 'Posts <posts@example.org>',
    CONTACT_TO: 'owner@example.org',
  };
});
beforeEach(() => {
  Object.assign(smtp, { mood: 'well', mails: [], attempts: 0 });
});
afterAll(() => smtp.stop());

const message = {
  name: 'Grace Hopper',
  email: 'grace@example.org',
  subject: 'A question <b>',
  message: 'Is it "true" that\nyou reply?\n<script>alert(1)</script>',
};
const send = (fields: object = {}, token?: string) =>
  app.post('/api/contact/', { ...message, ...fields }, token);

/** Skips the delay before the next attempt. */
const later = () =>
  app.database.query("update jobs.job set start_after = now() where state = 'retry'");

test('a message is stored, and mailed to the operator', async () => {
  expect(await send()).toMatchObject({ status: 201, body: { success: true, errors: {} } });
  const { rows } = await app.database.query(
    'select name, email, subject, message from contact_messages',
  );
  expect(rows).toEqual([message]);
  await expect.poll(() => smtp.mails).toHaveLength(1);
  const [mail] = smtp.mails;
  expect(mail).toMatchObject({
    subject: 'Contact: A question <b>',
    from: { address: 'posts@example.org', name: 'Posts' },
    to: [{ address: 'owner@example.org' }],
    replyTo: [{ address: 'grace@example.org', name: 'Grace Hopper' }],
  });
  expect(mail?.text).toContain(message.message);
  expect(mail?.html).toContain('&#60;script&#62;');
  expect(mail?.html).not.toContain('<script');
});

test('reports errors by field, in the shape of this endpoint', async () => {
  const { status, body } = await send({
    name: 'G',
    email: 'nobody',
    subject: 'Hi',
    message: 'x'.repeat(1001),
  });
  expect(status).toBe(400);
  expect(body).toMatchObject({
    success: false,
    message: expect.any(String),
    errors: {
      name: ['Name must be at least 2 characters'],
      email: ['Please enter a valid email address'],
      subject: ['Subject must be at least 5 characters'],
      message: ['Message must be less than 1000 characters'],
    },
  });
});

test('a name of 50 and a message of 1000 characters are accepted', async () => {
  expect(
    (await send({ name: 'n'.repeat(50), subject: 's'.repeat(100), message: 'm'.repeat(1000) }))
      .status,
  ).toBe(201);
  expect((await send({ name: 'n'.repeat(51) })).body.errors.name).toEqual([
    'Name must be less than 50 characters',
  ]);
});

test('an invalid token on a public endpoint is ignored', async () => {
  expect((await send({}, 'stale')).status).toBe(201);
});

test.each(['refuses', 'hangs', 'drops'] as const)(
  'a mail server that %s delays a mail and loses none',
  async (mood) => {
    await expect
      .poll(() => app.database.query("select from jobs.job where state in ('created', 'active')"))
      .toMatchObject({
        rowCount: 0,
      });
    Object.assign(smtp, { mood, mails: [], attempts: 0 });
    expect((await send({ subject: `It ${mood}` })).status).toBe(201);
    await expect.poll(() => smtp.attempts).toBe(1);
    if (mood === 'hangs') smtp.hangUp();
    await expect
      .poll(() => app.database.query("select from jobs.job where state = 'retry'"))
      .toMatchObject({ rowCount: 1 });
    expect(smtp.mails).toEqual([]);
    smtp.mood = 'well';
    await later();
    await expect
      .poll(() => smtp.mails.map(({ subject }) => subject), { timeout: 10_000 })
      .toEqual([`Contact: It ${mood}`]);
  },
);

describe('without a mail server', () => {
  const folder = mkdtempSync(join(tmpdir(), 'postfolio-outbox-'));
  const alone = useApp({ DATA_DIR: folder, CONTACT_TO: 'owner@example.org' });
  afterAll(() => rmSync(folder, { recursive: true }));

  test('the mail is in the outbox, complete', async () => {
    await alone.post('/api/contact/', message);
    const outbox = join(folder, 'outbox');
    const files = () =>
      existsSync(outbox) ? readdirSync(outbox).filter((name) => name.endsWith('.eml')) : [];
    await expect.poll(files).toHaveLength(1);
    expect(readFileSync(join(outbox, files()[0] as string), 'utf8')).toMatch(
      /^Subject: Contact: A question <b>\r$/m,
    );
  });
});

test('more than five an hour from one address are refused', async () => {
  const strict = await start(app.databaseUrl, { RATE_LIMIT_FACTOR: '1' });
  try {
    await app.database.query('delete from rate_limits');
    for (let n = 0; n < 5; n++)
      expect((await strict.post('/api/contact/', message)).status).toBe(201);
    const refused = await strict.post('/api/contact/', message);
    expect(refused).toMatchObject({
      status: 429,
      body: { success: false, message: expect.any(String), errors: {} },
    });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000);
  } finally {
    await strict.stop();
  }
});
