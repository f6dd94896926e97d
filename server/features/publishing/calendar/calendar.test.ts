import { describe, expect, test } from 'vitest';
import { MAX_REPETITIONS } from '#contract/publishing/calendar.ts';
import { colleague, start, useApp } from '../../../testing/app.ts';
import { practice } from '../../../testing/networks/practice.ts';
import { publisherOn } from '../../../testing/publishing.ts';

const app = useApp();

const JANUARY = { from: '2030-01-01T00:00:00Z', to: '2030-02-01T00:00:00Z' };

async function planner() {
  const me = await publisherOn(app, practice);
  const calendar = async (query: object = {}) => {
    const search = new URLSearchParams({ ...JANUARY, ...query });
    return (await me.call(`/api/calendar/?${search}`)).body;
  };
  const setTime = (item: number, local: string, fields: object = {}) =>
    me.call(`/api/content/items/${item}/time/`, 'PUT', { at: { local }, ...fields });
  return { ...me, calendar, setTime };
}

describe('the calendar', () => {
  test('has publications, drafts with a time, and notes, in the order of their times', async () => {
    const me = await planner();
    const draft = (await me.write({ content: 'A draft' })).id;
    expect((await me.setTime(draft, '2030-01-10T09:00', { channels: [me.channel] })).status).toBe(
      200,
    );
    const item = await me.thread(['A thread', 'of two']);
    const publication = await me.publish(item, { at: '2030-01-05T08:00:00Z' });
    const note = await me.call('/api/calendar/notes/', 'POST', {
      day: '2030-01-06',
      text: ' Epiphany ',
    });
    expect(note.body).toMatchObject({ day: '2030-01-06', text: 'Epiphany' });
    const { entries, notes, is_cut: isCut } = await me.calendar();
    expect(entries).toMatchObject([
      {
        publication,
        item,
        channels: [me.channel],
        state: 'scheduled',
        due_at: '2030-01-05T08:00:00Z',
        excerpt: 'A thread',
        parts: 2,
        picture: null,
        author: me.id,
      },
      {
        publication: null,
        item: draft,
        channels: [me.channel],
        state: 'draft',
        local_time: '2030-01-10T09:00',
        zone: 'UTC',
        excerpt: 'A draft',
      },
    ]);
    expect([notes, isCut]).toEqual([[note.body], false]);
    // Lists show the time of a draft, until it is scheduled.
    const listed = async () =>
      Object.fromEntries(
        (await me.call('/api/content/items/?posts=true')).body.results.map(({ id, planned_at }) => [
          id,
          planned_at,
        ]),
      );
    expect(await listed()).toEqual({ [draft]: '2030-01-10T09:00:00Z', [item]: null });
    const only = async (query: object) =>
      (await me.calendar(query)).entries.map(({ item: id }) => id);
    expect(await only({ state: 'draft' })).toEqual([draft]);
    expect(await only({ state: 'scheduled' })).toEqual([item]);
    expect(await only({ folder: String(me.folder) })).toEqual([item, draft]);
    expect(await only({ folder: '999999' })).toEqual([]);
    expect(await only({ channel: '999999' })).toEqual([]);
    expect(await only({ author: String(me.id), channel: String(me.channel) })).toHaveLength(2);
    expect(
      (await me.call('/api/calendar/?from=2030-01-01T00:00:00Z&to=2031-01-01T00:00:00Z')).status,
    ).toBe(400);
  });

  test('draws attention to drafts whose time has passed, until they have none', async () => {
    const me = await publisherOn(app, practice);
    const attention = async () => [
      (await me.call('/api/attention/')).body.drafts,
      (await me.call('/api/attention/count/')).body.count,
    ];
    const item = (await me.write({ content: 'Planned alone' })).id;
    await me.call(`/api/content/items/${item}/time/`, 'PUT', { at: { local: '2030-01-10T09:00' } });
    expect(await attention()).toEqual([[], 0]);
    await app.database.query(
      "update draft_times set due_at = now() - interval '1 hour' from posts where posts.id = post_id and root_id = $1",
      [item],
    );
    expect(await attention()).toEqual([
      [{ item, excerpt: 'Planned alone', parts: 1, channels: [], due_at: expect.any(String) }],
      1,
    ]);
    await me.call(`/api/content/items/${item}/time/`, 'DELETE');
    expect(await attention()).toEqual([[], 0]);
  });

  test('shows a draft no more that is scheduled, or in the trash', async () => {
    const me = await planner();
    const [one, two] = [(await me.write()).id, (await me.write()).id];
    await me.setTime(one, '2030-01-10T09:00');
    await me.setTime(two, '2030-01-10T09:00');
    await me.call(`/api/content/items/${two}/`, 'DELETE');
    expect((await me.calendar()).entries).toMatchObject([{ item: one }]);
    // At the time that it has, on all channels.
    const other = (await me.call('/api/channels/', 'POST', { network: 'practice' })).body.id;
    const id = await me.publish(one, { at: 'draft', channels: [me.channel, other] });
    expect(await me.get(id)).toMatchObject({ local_time: '2030-01-10T09:00', zone: 'UTC' });
    const late = await me.setTime(one, '2030-01-12T09:00');
    expect([late.status, late.body.detail]).toEqual([
      409,
      'This post has been scheduled in the meantime.',
    ]);
    expect((await me.calendar()).entries).toMatchObject([
      { publication: id },
      { channels: [other], local_time: '2030-01-10T09:00' },
    ]);
    expect((await me.call(`/api/content/items/${one}/time/`)).body).toEqual({ time: null });
  });

  test('tells the second of two people that a draft was moved', async () => {
    const me = await planner();
    const other = await colleague(app, me.folder, 'editor');
    const { id } = await me.write();
    const { body: seen } = await me.setTime(id, '2030-01-10T09:00');
    const moved = await other.call(`/api/content/items/${id}/time/`, 'PUT', {
      at: { local: '2030-01-11T09:00' },
      seen: seen.due_at,
    });
    expect(moved.status).toBe(200);
    const late = await me.setTime(id, '2030-01-12T09:00', { seen: seen.due_at });
    expect([late.status, late.body.detail]).toEqual([
      409,
      'Grace Hopper moved this post in the meantime. Their change was kept.',
    ]);
  });

  test('takes no time that has passed, and no channel of others', async () => {
    const me = await planner();
    const { id } = await me.write();
    expect((await me.setTime(id, '2020-01-01T09:00')).body.at).toEqual(['This time has passed.']);
    expect((await me.setTime(id, '2030-01-01T09:00', { channels: [999_999] })).status).toBe(404);
    await me.call(`/api/content/items/${id}/`, 'PUT', { status: 'published' });
    expect((await me.setTime(id, '2030-01-01T09:00')).status).toBe(400);
  });

  test('has a limited number of notes a day, which are changed and deleted', async () => {
    const me = await planner();
    const add = () => me.call('/api/calendar/notes/', 'POST', { day: '2030-01-06', text: 'Note' });
    const { body: note } = await add();
    const path = `/api/calendar/notes/${note.id}/` as const;
    expect((await me.call(path, 'PUT', { text: 'Other' })).body.text).toBe('Other');
    // At once: none of them counts without the others.
    const added = await Promise.all(Array.from({ length: 20 }, add));
    expect(added.filter(({ status }) => status === 201)).toHaveLength(9);
    expect((await add()).body.day).toEqual(['A day has at most 10 notes.']);
    expect((await me.call(path, 'DELETE')).status).toBe(204);
    expect((await me.calendar()).notes).toHaveLength(9);
  });

  test('says what is next, and on which days nothing is', async () => {
    const me = await planner();
    const empty = (await me.call('/api/calendar/outlook/')).body;
    expect(empty).toMatchObject({ channels: 1, next: null, planned: 0 });
    expect(empty.gaps).toHaveLength(7);
    const day = new Date(Date.now() + 2 * 24 * 60 * 60_000).toISOString();
    const id = await me.publish((await me.write()).id, { at: day });
    const { body } = await me.call('/api/calendar/outlook/');
    expect(body).toMatchObject({ next: { id }, planned: 1 });
    expect(body.gaps).toHaveLength(6);
    expect(body.gaps).not.toContain(day.slice(0, 10));
  });
});

describe('a repeated post', () => {
  const repeat = async (fields: object) => {
    const me = await planner();
    const item = await me.thread(['Every', 'time']);
    const response = await me.call(`/api/content/items/${item}/repeat/`, 'POST', {
      at: { local: '2030-01-31T02:30', zone: 'Europe/Berlin' },
      channels: [me.channel],
      ...fields,
    });
    const times = () => response.body.map(({ local_time: local }: { local_time: string }) => local);
    return { me, item, response, times };
  };

  test('is a draft for each time, as long as it was said', async () => {
    const { me, item, response } = await repeat({ interval: 'week', count: 3 });
    expect(response.status).toBe(201);
    expect(response.body).toMatchObject([
      { local_time: '2030-01-31T02:30', zone: 'Europe/Berlin', channels: [me.channel] },
      { local_time: '2030-02-07T02:30' },
      { local_time: '2030-02-14T02:30' },
    ]);
    const [first] = response.body;
    expect(first.item).not.toBe(item);
    const { body: thread } = await me.call(`/api/content/items/${first.item}/thread/`);
    expect(thread.map(({ content }: { content: string }) => content)).toEqual(['Every', 'time']);
    expect(thread[0].status).toBe('draft');
  });

  test('keeps the wall time over a change of the clocks, and the last day of a month', async () => {
    const weekly = await repeat({ interval: 'week', every: 2, until: '2030-04-15' });
    expect(weekly.times()).toEqual([
      '2030-01-31T02:30',
      '2030-02-14T02:30',
      '2030-02-28T02:30',
      '2030-03-14T02:30',
      '2030-03-28T02:30',
      '2030-04-11T02:30',
    ]);
    const [winter, , , , , summer] = weekly.response.body;
    expect(winter.due_at).toBe('2030-01-31T01:30:00Z');
    expect(summer?.due_at).toBe('2030-04-11T00:30:00Z');
    const monthly = await repeat({ interval: 'month', count: 3 });
    expect(monthly.times()).toEqual(['2030-01-31T02:30', '2030-02-28T02:30', '2030-03-31T02:30']);
  });

  test('has a limit, and an end', async () => {
    const until = await repeat({ interval: 'day', until: '2031-12-31' });
    expect(until.response.body.until).toEqual([`Expected at most ${MAX_REPETITIONS} copies.`]);
    const none = await repeat({ interval: 'day', until: '2029-12-31' });
    expect(none.response.status).toBe(400);
    expect((await repeat({ interval: 'day' })).response.status).toBe(400);
  });
});

describe('an import', () => {
  const importing = async () => {
    const me = await planner();
    const run = (csv: string, fields: object = {}) =>
      me.call('/api/calendar/import/', 'POST', { csv, folder: me.folder, ...fields });
    return { ...me, run };
  };

  test('makes drafts with their times, threads, folders and tags', async () => {
    const me = await importing();
    await me.call('/api/content/folders/', 'POST', { name: 'Winter', parent: me.folder });
    const csv = [
      '\ufeffTime;Text;Channels;Folder;Tags',
      '2030-01-02 9:00;"One; with a ""quote""";practice;Ideas / Winter;a, b',
      '2030-01-03T10:00:00;"First',
      '---',
      'Second";Practice;winter;',
      ';Without a time;;;',
      ';;;;',
    ].join('\r\n');
    const checked = await me.run(csv, { check: true });
    expect(checked.body).toMatchObject({ rows: 3, imported: 0, errors: [], error_count: 0 });
    expect((await me.calendar()).entries).toEqual([]);
    const { body } = await me.run(csv);
    expect(body).toMatchObject({ rows: 3, imported: 3, errors: [], error_count: 0 });
    const { entries } = await me.calendar();
    expect(entries).toMatchObject([
      { excerpt: 'One; with a "quote"', due_at: '2030-01-02T09:00:00Z', channels: [me.channel] },
      { excerpt: 'First', parts: 2, due_at: '2030-01-03T10:00:00Z' },
    ]);
    const { body: item } = await me.call(`/api/content/items/${Number(entries[0].item)}/`);
    expect(item.tags).toEqual(['a', 'b']);
    expect(item.folder).not.toBe(me.folder);
  });

  test('of 5,000 rows with ten wrong ones names each, and imports nothing', async () => {
    const me = await importing();
    const rows = Array.from({ length: 5000 }, (_, n) => {
      const day = String((n % 28) + 1).padStart(2, '0');
      return `Post number ${n},2030-02-${day} 09:00,practice,,`;
    });
    const wrong: [number, string][] = [
      [10, ',2030-01-01 09:00,practice,,'],
      [20, 'Text,yesterday,practice,,'],
      [30, 'Text,2020-01-01 09:00,practice,,'],
      [40, 'Text,2030-02-31 09:00,practice,,'],
      [50, 'Text,2030-01-01 09:00,nobody,,'],
      [60, 'Text,2030-01-01 09:00,practice,Nowhere,'],
      [70, `Text,2030-01-01 09:00,practice,,${'t'.repeat(51)}`],
      [80, `${'x'.repeat(501)},2030-01-01 09:00,practice,,`],
      [90, 'Text,2030-01-01 09:00,practice'],
      [4999, '"One\n---\n\n---\nThree",2030-01-01 09:00,practice,,'],
    ];
    for (const [at, row] of wrong) rows[at] = row;
    const csv = ['text,time,channels,folder,tags', ...rows].join('\n');
    const { status, body } = await me.run(csv);
    expect([status, body.imported, body.error_count]).toEqual([200, 0, 10]);
    expect(body.errors).toEqual(
      [
        {
          row: 92,
          column: null,
          detail: 'Expected 5 columns, as in the first row. This row has 3.',
        },
        { row: 12, column: 'text', detail: 'The text is missing.' },
        {
          row: 22,
          column: 'time',
          detail: "'yesterday' is not a time. Expected one such as 2026-11-24 09:00.",
        },
        { row: 32, column: 'time', detail: '2020-01-01 09:00 has passed.' },
        {
          row: 42,
          column: 'time',
          detail: "'2030-02-31 09:00' is not a time. Expected one such as 2026-11-24 09:00.",
        },
        { row: 52, column: 'channels', detail: "There is no account 'nobody'." },
        { row: 62, column: 'folder', detail: "There is no folder 'Nowhere'." },
        { row: 72, column: 'tags', detail: expect.stringContaining('50') },
        { row: 82, column: 'text', detail: '1 character over the limit of 500 for Practice.' },
        { row: 5001, column: 'text', detail: 'Item 2: The text is missing.' },
      ].toSorted((a, b) => a.row - b.row),
    );
    const items = async () => (await me.call('/api/content/items/')).body.count;
    expect(await items()).toBe(0);
    for (const [at] of wrong) rows[at] = 'Mended,2030-01-01 09:00,practice,,';
    const mended = await me.run(['text,time,channels,folder,tags', ...rows].join('\n'));
    expect(mended.body).toMatchObject({ imported: 5000, error_count: 0 });
    expect(await items()).toBe(5000);
    const february = { from: '2030-02-01T00:00:00Z', to: '2030-03-01T00:00:00Z' };
    expect((await me.calendar(february)).entries).toHaveLength(4990);
  });

  test('says what is wrong with a file that is no such table', async () => {
    const me = await importing();
    const refused = async (csv: string) => (await me.run(csv)).body.csv?.[0];
    for (const csv of ['when,what\na,b', 'time\n2030-01-01 09:00'])
      expect((await me.run(csv)).body).toMatchObject({
        imported: 0,
        errors: [
          {
            row: 1,
            column: 'text',
            detail:
              'No column is the text. Expected a heading with text, time, channels, folder, tags; only text is required.',
          },
        ],
      });
    expect(await refused('text\n')).toBe('There are no rows below the heading.');
    expect(await refused('\n \n')).toBe('There are no rows.');
    expect(await refused('text\n"open')).toMatch(/^Line \d+ can’t be read as CSV/);
    expect((await me.run('text\nA', { folder: 999_999 })).status).toBe(404);
    const many = `text\n${'A\n'.repeat(10_001)}`;
    expect(await refused(many)).toBe(
      'There are more than 10000 rows: import them in several files.',
    );
  });

  test('refuses values that are too long before they are split', async () => {
    const me = await importing();
    const long = 'a , / '.repeat(1000);
    for (const column of ['time', 'channels', 'folder', 'tags']) {
      const { body } = await me.run(`text,${column}\nA,"${long}"`, { check: true });
      expect(body.errors).toEqual([
        { row: 2, column, detail: expect.stringMatching(/^Expected at most \d+ characters\.$/) },
      ]);
    }
    const parts = await me.run(`text\n"${'a\n---\n'.repeat(10_000)}a"`, { check: true });
    expect(parts.body.errors).toMatchObject([{ detail: 'A thread has at most 500 items.' }]);
    const { status, body } = await me.run(`text,time\n${','.repeat(1_000_000)}`);
    expect([status, body.csv]).toEqual([400, ['A row has more than 100 columns.']]);
  });

  test('asks which account is meant, where there are several', async () => {
    const me = await importing();
    await me.call('/api/channels/', 'POST', { network: 'practice', fields: { name: 'Second' } });
    const row = (name: string) => me.run(`text,channels\nA,${name}`, { check: true });
    expect((await row('practice')).body.errors).toMatchObject([
      { detail: "'practice' matches 2 accounts: use network:handle." },
    ]);
    expect((await row('practice:second')).body.errors).toEqual([]);
  });
});

describe('what is planned', () => {
  test('is exported as CSV, JSON and iCalendar', async () => {
    const me = await planner();
    const item = (await me.write({ content: '=Formula, with a comma;\nand lines' })).id;
    await me.publish(item, { at: '2030-01-05T08:00:00Z' });
    const file = async (format: string) =>
      (
        await app.request(`/api/calendar/export/?${new URLSearchParams({ format, ...JANUARY })}`, {
          token: me.token,
        })
      ).body;
    const csv = await file('csv');
    expect(csv).toContain('"scheduled"');
    expect(csv).toContain(`"'=Formula, with a comma;\nand lines"`);
    expect(await file('json')).toMatchObject([
      { state: 'scheduled', item, channels: ['practice:Practice'], due_at: '2030-01-05T08:00:00Z' },
    ]);
    const ics = (await file('ics')).replaceAll('\r\n ', '');
    expect(ics).toContain('DTSTART:20300105T080000Z');
    expect(ics).toContain('SUMMARY:=Formula\\, with a comma\\; and lines');
    expect(ics).toMatch(/^BEGIN:VCALENDAR\r\n/);
  });

  test('stays the same event when it is scheduled, moved and cancelled', async () => {
    const me = await planner();
    const { id: item } = await me.write({ content: 'One event' });
    const path = new URL((await me.call('/api/calendar/feed/', 'POST')).body.url).pathname;
    let minutes = 0;
    const events = async () => {
      // It is made anew after a minute.
      minutes += 2;
      const { body } = await app.clock.later(minutes * 60_000, () => app.request(path));
      const text = String(body).replaceAll('\r\n ', '');
      const of = (name: string) => new RegExp(`^${name}:(.*)\r$`, 'm').exec(text)?.[1] ?? '';
      expect(text.match(/^BEGIN:VEVENT/gm)).toHaveLength(1);
      expect(of('LAST-MODIFIED')).toMatch(/^\d{8}T\d{6}Z$/);
      return { uid: of('UID'), sequence: Number(of('SEQUENCE')), status: of('STATUS') };
    };
    const tomorrow = new Date(Date.now() + 24 * 60 * 60_000).toISOString().slice(0, 11);
    await me.setTime(item, `${tomorrow}09:00`, { channels: [me.channel] });
    const draft = await events();
    expect(draft.status).toBe('TENTATIVE');
    const id = await me.publish(item, { at: { local: `${tomorrow}09:00` } });
    const scheduled = await events();
    expect(scheduled).toMatchObject({ uid: draft.uid, status: 'CONFIRMED' });
    await app.database.query(
      "update publications set updated_at = now() + interval '1 minute' where id = $1",
      [id],
    );
    const moved = await events();
    expect(moved.uid).toBe(draft.uid);
    expect(moved.sequence).toBeGreaterThan(scheduled.sequence);
    await me.call(`/api/publications/${id}/`, 'DELETE');
    expect(await events()).toMatchObject({ uid: draft.uid, status: 'CANCELLED' });
  });

  test('hides no formula in a cell of a CSV', async () => {
    const me = await planner();
    await me.publish((await me.write({ content: 'a;=1+1\n@b, c;d' })).id);
    const { body } = await app.request('/api/calendar/export/', { token: me.token });
    expect(body).toContain(`"a;'=1+1\n'@b, c;d"`);
  });

  test('is sent again from an address only where it has changed', async () => {
    const me = await planner();
    const at = new Date(Date.now() + 60 * 60_000).toISOString();
    for (let n = 0; n < 120; n++) await me.publish((await me.write()).id, { at });
    const path = new URL((await me.call('/api/calendar/feed/', 'POST')).body.url).pathname;
    const { headers, body } = await app.request(path as `/api/calendar/feed/${string}/`);
    expect(body.match(/^BEGIN:VEVENT/gm)).toHaveLength(120);
    expect(body.match(/^END:VEVENT/gm)).toHaveLength(120);
    expect(body.match(/^(BEGIN|END):VCALENDAR/gm)).toHaveLength(2);
    const again = (etag: string) => app.request(path, { headers: { 'if-none-match': etag } });
    const etag = headers.get('etag') ?? '';
    expect((await again(etag)).status).toBe(304);
    expect((await again('"another"')).status).toBe(200);
  });

  test('is read at an address 60 times an hour', async () => {
    const me = await planner();
    const strict = await start(app.databaseUrl, { RATE_LIMIT_FACTOR: '1' });
    try {
      const path = new URL((await me.call('/api/calendar/feed/', 'POST')).body.url).pathname;
      const read = async () => (await strict.request(path)).status;
      const statuses = await Promise.all(Array.from({ length: 61 }, read));
      expect(statuses.filter((status) => status === 200)).toHaveLength(60);
      expect(statuses).toContain(429);
    } finally {
      await strict.stop();
    }
  });

  test('is at a secret address, until it is revoked or its person leaves', async () => {
    const me = await planner();
    const other = await colleague(app, me.folder, 'viewer');
    const soon = new Date(Date.now() + 60 * 60_000).toISOString();
    await me.publish((await me.write({ content: `Soon ${'word '.repeat(40)}` })).id, { at: soon });
    const { body } = await other.call('/api/calendar/feed/', 'POST');
    const path = new URL(body.url).pathname;
    const read = (of: string) => app.request(of);
    const found = await read(path);
    expect([found.status, found.headers.get('content-type')]).toEqual([
      200,
      'text/calendar; charset=utf-8',
    ]);
    // Long lines are folded.
    expect(String(found.body).replaceAll('\r\n ', '')).toMatch(
      /SUMMARY:Soon [a-z ]{60,73}word…\r\n/,
    );
    // Without the slash, too.
    expect((await read(path.replace(/\/$/, ''))).status).toBe(200);
    expect((await other.call('/api/calendar/feed/')).body.read_at).not.toBeNull();
    // The log has no token.
    expect(app.lines.join('')).not.toContain(path.split('/').at(-2));
    const again = new URL((await other.call('/api/calendar/feed/', 'POST')).body.url).pathname;
    expect((await read(path)).status).toBe(404);
    expect((await read(again)).status).toBe(200);
    await app.database.query('delete from memberships where user_id = $1 and role = $2', [
      other.id,
      'viewer',
    ]);
    expect((await read(again)).status).toBe(404);
    const mine = new URL((await me.call('/api/calendar/feed/', 'POST')).body.url).pathname;
    expect((await me.call('/api/calendar/feed/', 'DELETE')).status).toBe(204);
    expect((await read(mine)).status).toBe(404);
    expect((await me.call('/api/calendar/feed/')).body).toEqual({
      created_at: null,
      read_at: null,
    });
  });
});
