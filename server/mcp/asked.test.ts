import { expect, onTestFinished, test } from 'vitest';
import { connect, keyOf } from '../testing/agents.ts';
import { useApp } from '../testing/app.ts';
import { eventually } from '../testing/eventually.ts';
import { lockWaiters } from '../testing/lock-waiters.ts';
import { jpeg } from '../testing/media-files.ts';
import { practice } from '../testing/networks/practice.ts';
import { publisherOn } from '../testing/publishing.ts';

/** What a person reads before they agree is what is sent, and no more than that. */
const app = useApp();

/** A member with a channel, and an agent that may publish; the person agrees to each question. */
async function publisher({ isForChannel = false } = {}) {
  const me = await publisherOn(app, practice);
  const limits = isForChannel ? { channels: [me.channel] } : {};
  const key = await keyOf(app, me.token, { scopes: ['read', 'write', 'publish'], ...limits });
  const questions: string[] = [];
  const options = { requestInit: { headers: { authorization: `Bearer ${key}` } } };
  const client = await connect(app, options, (message) => {
    questions.push(message);
    return { action: 'accept', content: { confirm: true } };
  });
  onTestFinished(() => client.close());
  const use = async (name: string, given: Record<string, unknown>) => {
    const result = await client.callTool({ name, arguments: given });
    const [content] = result.content as { text: string }[];
    // biome-ignore lint/suspicious/noExplicitAny: tools have results of many shapes.
    const data = result.structuredContent as any;
    return { isError: result.isError ?? false, text: content?.text ?? '', data };
  };
  const schedule = async (post_id: number, more: object = {}) => {
    const given = { post_id, channel_ids: [me.channel], at: '2030-01-01T09:00', ...more };
    const { isError, text, data } = await use('schedule_publication', given);
    expect([isError, isError && text]).toEqual([false, false]);
    return data.publications[0].id as number;
  };
  /** The publication becomes due, and is sent or stops. */
  const send = async (id: number) => {
    await app.database.query(
      `update publications set due_at = now() - interval '1 second',
         next_attempt_at = now() - interval '1 second' where id = $1`,
      [id],
    );
    await eventually(async () => {
      const { body } = await me.call(`/api/publications/${id}/` as '/api/publications/:id/');
      expect(['published', 'stopped']).toContain(body.state);
    }, 20_000);
    return (await me.posts()).map(({ content }) => content);
  };
  return { ...me, use, schedule, send, questions };
}

test('the text of the network is shown, and sent', async () => {
  const { write, use, schedule, send, questions } = await publisher();
  const { id, version } = await write({ content: 'Doors open at nine.' });
  const network_texts = { practice: 'We are bankrupt.' };
  await use('update_draft', { post_id: id, version, network_texts });
  const publication = await schedule(id);
  expect(questions).toEqual([expect.stringMatching(/\?\n\n> We are bankrupt\.\n\n/)]);
  expect(questions[0]).not.toContain('Doors');
  expect(await send(publication)).toEqual(['We are bankrupt.']);
});

test('texts that differ by the end of an account are shown apart', async () => {
  const { write, call, channel, schedule, questions } = await publisher();
  const { body: other } = await call('/api/channels/', 'POST', { network: 'practice' });
  const fields = { name: 'End', kind: 'text', text: 'Buy now.' };
  const { body: snippet } = await call('/api/snippets/', 'POST', fields);
  await call(`/api/snippets/${snippet.id}/channels/`, 'PUT', { channels: [other.id] });
  const { id } = await write({ content: 'Doors open at nine.' });
  await schedule(id, { channel_ids: [channel, other.id] });
  const shown = /On .* \(practice\):\n> Doors open at nine\.\n\nOn .* \(practice\):\n> Doors open/;
  expect(questions).toEqual([expect.stringMatching(shown)]);
  expect(questions[0]).toContain('> Doors open at nine.\n> \n> Buy now.');
});

test('what a question leaves out, it says', async () => {
  const { write, thread, use, upload, schedule, questions } = await publisher();
  const asked = async (id: number) => {
    await schedule(id);
    return questions.at(-1) ?? '';
  };
  const hidden = await write({ content: `.${'\n'.repeat(450)}We are bankrupt.` });
  expect(await asked(hidden.id)).toContain('> .\n> \n> We are bankrupt.\n\n');
  const long = await write({ content: `${'Good news. '.repeat(40)}We are bankrupt.` });
  expect(await asked(long.id)).toContain('Good news. We are bankrupt.\n\n');
  // A text says nothing in the voice of the question.
  const voice = await write({ content: 'A\n\nThe whole post: https://evil.example' });
  expect(await asked(voice.id)).toContain('\n> The whole post: https://evil.example\n');
  const parts = await thread(['One', 'Two', 'Three']);
  expect(await asked(parts)).toMatch(/Part 1 of 3:\n> One\n\nPart 2 of 3:\n> Two\n\nPart 3 of 3:/);
  const many = await asked(await thread(Array.from({ length: 20 }, () => 'x'.repeat(450))));
  expect(many).toContain('… This is only the beginning of 450 characters.');
  expect(many).toMatch(/… and \d+ more of 20 parts, which are not shown\./);
  expect(many.length).toBeLessThan(5000);
  const picture = await write({ content: 'Look' });
  const files = [{ file_id: await upload(await jpeg(), 'chart.jpg'), alt: 'A falling line' }];
  await use('attach_media', { post_id: picture.id, files });
  expect(await asked(picture.id)).toContain('> Look\nWith a file:\n> chart.jpg: A falling line\n');
});

test('the time that is shown is the one that is meant', async () => {
  const { write, call, channel, schedule, questions } = await publisher();
  const asked = async (more: object) => {
    await schedule((await write()).id, more);
    return questions.at(-1)?.split('?')[0] ?? '';
  };
  // The clock skips this hour.
  const skipped = { at: '2030-03-31T02:30', zone: 'Europe/Berlin' };
  expect(await asked(skipped)).toMatch(/ at 2030-03-31 03:30 \(Europe\/Berlin\)$/);
  expect(await asked({ at: '2030-01-01T09:00:00+14:00' })).toMatch(/ at 2029-12-31 19:00 \(UTC\)$/);
  const days = [1, 2, 3, 4, 5, 6, 7];
  const slots = days.map((weekday) => ({ weekday, time: '09:00' }));
  await call(`/api/channels/${channel}/slots/`, 'PUT', { slots });
  expect(await asked({ at: 'queue' })).toMatch(
    / at .* 09:00 \(UTC, the slots that are free now\)$/,
  );
});

test.each([
  ['any agent', false],
  ['an agent for this channel', true],
])('what is scheduled is not changed by %s, and moved with a question', async (_, isForChannel) => {
  const { write, use, upload, schedule, send, questions } = await publisher({ isForChannel });
  const { id, version } = await write({ content: 'Doors open at nine.' });
  const publication_id = await schedule(id);
  const file = await upload(await jpeg(), 'a.jpg');
  for (const [name, given] of Object.entries({
    update_draft: { post_id: id, version, text: 'We are bankrupt.' },
    attach_media: { post_id: id, files: [{ file_id: file }] },
  })) {
    const { isError, text } = await use(name, given);
    expect([name, isError, text]).toEqual([name, true, expect.stringMatching(/is scheduled/)]);
  }
  const at = '2030-01-02T09:00';
  const { data } = await use('move_publication', { publication_id, at });
  expect(data.publication.local_time).toBe(at);
  expect(questions).toHaveLength(2);
  expect(questions[1]).toMatch(/^Publish this post at another time, on .* at 2030-01-02 09:00/);
  expect(questions[1]).toContain('> Doors open at nine.');
  expect(await send(publication_id)).toEqual(['Doors open at nine.']);
});

test('a proposal is moved without a question, as its approval comes later', async () => {
  const { write, use, channel, questions } = await publisher();
  const given = { post_id: (await write()).id, channel_ids: [channel], at: '2030-01-01T09:00' };
  const { data } = await use('propose_publication', given);
  const publication_id = data.publications[0].id;
  const moved = await use('move_publication', { publication_id, at: '2030-01-02T09:00' });
  expect([moved.isError, questions]).toEqual([false, []]);
  // It is not decided about, and can be written further.
  const { data: read } = await use('get_post', { post_id: given.post_id });
  const { version } = read.post;
  const changed = await use('update_draft', { post_id: given.post_id, version, text: 'Better' });
  expect([changed.isError, changed.data?.post.excerpt]).toEqual([false, 'Better']);
});

test('a text that changes while a person schedules it is not sent', async () => {
  const { write, use, publish, send } = await publisher();
  const { id, version } = await write({ content: 'Doors open at nine.' });
  const blocker = await app.database.connect();
  const waiting = (count: number) =>
    eventually(async () => expect(await lockWaiters(app)).toHaveLength(count));
  try {
    await blocker.query('begin');
    await blocker.query(
      'select from posts where id = (select post_id from items where id = $1) for update',
      [id],
    );
    const scheduled = publish(id, { at: '2030-01-01T09:00:00Z' });
    await waiting(1);
    // It reads a draft that is not scheduled yet.
    const changed = use('update_draft', { post_id: id, version, text: 'We are bankrupt.' });
    await waiting(2);
    await blocker.query('commit');
    const publication = await scheduled;
    expect((await changed).isError).toBe(false);
    expect(await send(publication)).toEqual([]);
  } finally {
    blocker.release();
  }
});
