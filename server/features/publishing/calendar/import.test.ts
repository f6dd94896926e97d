import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { useApp } from '../../../testing/app.ts';
import { practice } from '../../../testing/networks/practice.ts';
import { publisherOn } from '../../../testing/publishing.ts';

const app = useApp();

async function importer() {
  const me = await publisherOn(app, practice);
  const run = async (csv: string, fields: object = {}) =>
    (await me.call('/api/calendar/import/', 'POST', { csv, folder: me.folder, ...fields })).body;
  const check = (csv: string, fields: object = {}) => run(csv, { check: true, ...fields });
  const folder = async (name: string, parent?: number) =>
    Number((await me.call('/api/content/folders/', 'POST', { name, parent })).body.id);
  const table = async (): Promise<string> =>
    (await app.request('/api/calendar/export/', { token: me.token })).body;
  const texts = async () =>
    (await me.call('/api/content/items/?page_size=100')).body.results.map(
      ({ content }: { content: string }) => content,
    );
  return { ...me, run, check, makeFolder: folder, table, texts };
}

describe('a table', () => {
  const cases: [string, string, object][] = [
    ['commas', 'text,time\n"Hello, world",', { separator: ',' }],
    ['semicolons', 'Text;Zeit\n"Hello, world";', { separator: ';' }],
    ['tabs', 'text\ttime\nHello, world\t', { separator: '\t' }],
    ['pipes', 'text|time\nHello, world|', { separator: '|' }],
    ['a separator of its own', 'sep=;\r\ntext;time\r\nHello, world;\r\n', { separator: ';' }],
    ['one column', 'text\r\nHello, world', { separator: null }],
    ['carriage returns', 'text\ttime\rHello, world\t\r', { separator: '\t' }],
    ['mixed ends of lines', 'text,time\r"Hello, world",\n\r\n', { separator: ',' }],
    ['blank columns', 'text,time,,\n"Hello, world",,,', { separator: ',' }],
    ['blank lines first', '\n,,\n text , TIME*\n"Hello, world",', { separator: ',' }],
    ['a mark', '\ufeffMessage;Date\n"Hello, world";', { separator: ';' }],
    ['quotes around all', '"text","time"\n"Hello, world",""', { separator: ',' }],
    ['columns that are left out', 'Status,Post text,Link\nok,"Hello, world",x', { separator: ',' }],
  ];
  test('is read with the separators and ends of lines of all programs', async () => {
    const me = await importer();
    for (const [name, csv, expected] of cases) {
      const body = await me.run(csv);
      expect([name, body]).toMatchObject([
        name,
        { rows: 1, imported: 1, errors: [], has_heading: true, ...expected },
      ]);
    }
    expect(await me.texts()).toEqual(cases.map(() => 'Hello, world'));
  });

  test('keeps quotes within a value, and has the separator that is given', async () => {
    const me = await importer();
    const csv = 'text\nShe said "yes"; then left';
    expect((await me.check(csv, { separator: ';' })).errors).toMatchObject([
      { row: 2, detail: 'Expected 1 column, as in the first row. This row has 2.' },
    ]);
    await me.run(csv);
    expect(await me.texts()).toEqual(['She said "yes"; then left']);
  });

  test('has the headings of other programs', async () => {
    const me = await importer();
    const becomes = async (headings: string) =>
      (await me.check(`${headings}\nA`)).columns.map(({ becomes }) => becomes);
    expect(await becomes('Text,Image URL,Tags,Posting Time')).toEqual([
      ...['text', null, 'tags', 'time'],
    ]);
    expect(await becomes('Date,Message,Link(s),Label(s)')).toEqual(['date', 'text', null, 'tags']);
    expect(await becomes('Scheduled_Date;Scheduled_Time;Caption;Profile')).toEqual([
      ...['date', 'time', 'text', 'channels'],
    ]);
    expect(await becomes('Text;Datum;Uhrzeit;Kanäle;Ordner')).toEqual([
      ...['text', 'date', 'time', 'channels', 'folder'],
    ]);
    // The exact name is meant, where two headings say the same.
    expect(await becomes('content,TEXT,text,Category')).toEqual([null, 'text', null, 'folder']);
  });

  test('without a heading is asked about, and shown', async () => {
    const me = await importer();
    const csv = '2030-01-01 09:00,"Hello, world"\n2030-01-02 09:00,Second';
    const asked = await me.check(csv);
    expect(asked).toMatchObject({
      has_heading: false,
      error_count: 1,
      columns: [
        { heading: '', becomes: null, samples: ['2030-01-01 09:00', '2030-01-02 09:00'] },
        { heading: '', becomes: null, samples: ['Hello, world', 'Second'] },
      ],
    });
    expect(await me.run(csv, { columns: ['time', 'text'] })).toMatchObject({ imported: 2 });
    // A heading in another language.
    const german = 'Beitrag;Wann\nHallo;1.2.2030 9:00';
    const given = { has_heading: true, columns: ['text', 'time'] };
    expect(await me.run(german, given)).toMatchObject({
      imported: 1,
      columns: [{ heading: 'Beitrag' }, { heading: 'Wann' }],
    });
    const twice = await me.check(csv, { columns: ['text', 'text'] });
    expect(twice.columns).toEqual(['A column appears twice.']);
  });

  test('has times in the formats of spreadsheets, and none that can be two days', async () => {
    const me = await importer();
    const read = async (time: string, heading = 'time') =>
      (await me.check(`text;${heading}\nA;${time}`)).errors[0]?.detail;
    for (const time of [
      ...['2030-01-02 9:00', '2030-01-02T09:00:30', '2030/1/2 09:00', '2.1.2030 09:00'],
      ...[
        '02.01.2030, 9.00',
        '2030-01-02 9:05 PM',
        '2030-01-05T08:00:00Z',
        '2030-01-02 12:00 a.m.',
      ],
    ])
      expect([time, await read(time)]).toEqual([time, undefined]);
    const example = 'Expected one such as 2026-11-24 09:00.';
    expect(await read('3/4/2030 9:00')).toBe(`'3/4/2030 9:00' can be two days. ${example}`);
    for (const time of ['2030-02-30 09:00', '2030-01-02', '2030-01-02 13:00 PM', '0:00'])
      expect(await read(time)).toBe(`'${time}' is not a time. ${example}`);
    expect(await read('2030-01-02;9:00', 'date;time')).toBeUndefined();
    expect(await read('2030-01-02 09:00;Nowhere/Land', 'time;zone')).toBe(
      'Expected a time zone, such as Europe/Berlin.',
    );
    await me.run('text;time;zone\nA;2030-07-02 09:00;Europe/Berlin');
    const july = { from: '2030-07-01T00:00:00Z', to: '2030-08-01T00:00:00Z' };
    const { body } = await me.call(`/api/calendar/?${new URLSearchParams(july)}`);
    expect(body.entries).toMatchObject([{ due_at: '2030-07-02T07:00:00Z', zone: 'Europe/Berlin' }]);
  });

  test('finds folders whose names have slashes, and says how to write what is ambiguous', async () => {
    const me = await importer();
    const [a, quarter, literal] = [
      await me.makeFolder('A'),
      await me.makeFolder('Q1/2026'),
      await me.makeFolder('A / B'),
    ];
    const below = await me.makeFolder('B', a);
    for (const [name, id] of [
      ['X  /  Y', await me.makeFolder('X  /  Y')],
      ['/Head', await me.makeFolder('/Head')],
      ['Tail/', await me.makeFolder('Tail/')],
      ['Q1/2026', quarter],
      ['Été\u00a02026', await me.makeFolder('Été 2026')],
      ['q1 / 2026', quarter],
      ['Q1\\/2026', quarter],
      ['/A / B', below],
      ['A \\/ B', literal],
      ['b', below],
    ] as const) {
      const { body } = await me.call('/api/calendar/import/', 'POST', {
        csv: `text|folder\n${name}|${name}`,
        folder: me.folder,
      });
      expect([name, body.errors]).toEqual([name, []]);
      const { results } = (await me.call(`/api/content/items/?folder=${id}`)).body;
      expect(results.map(({ content }: { content: string }) => content)).toContain(name);
    }
    const { errors } = await me.check('text|folder\nx|A / B');
    expect(errors).toMatchObject([
      { detail: "'A / B' can be 2 folders: write /A / B or /A \\/ B." },
    ]);
  });
});

describe('an exported table', () => {
  const READ = ['text', 'time', 'zone', 'channels', 'folder', 'tags'];
  const rowsOf = (csv: string) =>
    parse<Record<string, string>>(csv, { bom: true, columns: true, record_delimiter: '\n' }).map(
      (row) => READ.map((name) => row[name]),
    );

  test('begins with a mark, for Excel', async () => {
    const me = await importer();
    const response = await fetch(`${app.base}/api/calendar/export/`, {
      headers: { authorization: `Bearer ${me.token}` },
    });
    expect(
      Buffer.from(await response.arrayBuffer())
        .subarray(0, 3)
        .toString('hex'),
    ).toBe('efbbbf');
  });

  test('is imported as equal rows, whatever texts, folders, tags and times they have', async () => {
    const me = await importer();
    const sign = fc.constantFrom(
      ...'\'=+-@;,|/\\#，、\t\n" '.split(''),
      '\n---\n',
      'e\u0301',
      '👩‍🔧',
    );
    const name = fc
      .array(fc.oneof(sign, fc.string({ unit: 'grapheme', maxLength: 2 })), { maxLength: 8 })
      .map((pieces) => pieces.join('').normalize('NFC'));
    // One line, and nothing that a name may not have.
    const plain = name.map((text) => text.replaceAll(/[\p{C}\p{Z}\s]+/gu, ' ').trim());
    const post = fc.record({
      texts: fc.array(
        name.map((text) => `${text}x`),
        { minLength: 1, maxLength: 3 },
      ),
      tags: fc.array(
        plain.map((tag) => tag.slice(0, 20).toWellFormed().trim()),
        { maxLength: 4 },
      ),
      folder: plain.map((text) => `F${text}`),
      day: fc.integer({ min: 10, max: 28 }),
      isScheduled: fc.boolean(),
    });
    const folders = new Set<string>();
    for (const { texts, tags, folder, day, isScheduled } of fc.sample(post, 60)) {
      const parent = folders.has(folder) ? me.folder : await me.makeFolder(folder, me.folder);
      folders.add(folder);
      const [content] = texts;
      const id =
        texts.length === 1
          ? (await me.write({ content, folder: parent, tags })).id
          : await me.thread(texts, { folder: parent, tags });
      const at = `2030-01-${day}T09:00:00Z`;
      if (isScheduled) await me.publish(id, { at });
      else
        await me.call(`/api/content/items/${id}/time/`, 'PUT', {
          at: { local: at.slice(0, 16) },
          channels: [me.channel],
        });
    }
    const before = await me.table();
    expect(rowsOf(before)).toHaveLength(60);
    const body = await me.run(before);
    expect(body).toMatchObject({ rows: 60, imported: 60, errors: [] });
    const after = rowsOf(await me.table());
    const sorted = (rows: unknown[]) => rows.map((row) => JSON.stringify(row)).toSorted();
    const twice = rowsOf(before).flatMap((row) => [row, row]);
    expect(sorted(after)).toEqual(sorted(twice));
  });

  test('has no time for what is over', async () => {
    const me = await importer();
    await me.publish((await me.write({ content: 'Now' })).id);
    const before = await app.clock.later(60_000, me.table);
    expect(rowsOf(before)).toMatchObject([['Now', '', '', 'practice:Practice', '/Ideas', '']]);
    expect(await me.run(before)).toMatchObject({ imported: 1 });
  });
});
