import type { MediaFile } from '#contract/media/media.ts';
import { atMost, type Given, idOf, numberOf } from '../arguments.ts';
import { chooseChannels, labelOf, printChannels } from '../channels.ts';
import type { Command } from '../command.ts';
import { usage } from '../failure.ts';
import { folderOf } from '../folders.ts';
import { printJson, printRows, say, timeOf } from '../output.ts';
import { CHANNEL_OPTION, FOLDER_OPTION } from '../post-options.ts';
import { API_OPTIONS, access } from '../session.ts';
import { requireFiles, upload } from '../upload.ts';

/** Commands about accounts, queues, what needs a person, files and figures. */

async function channels(given: Given) {
  atMost(given, 0);
  const found = await access(given).api.call('GET /api/channels/', {});
  if (given.has('json')) return printJson(found);
  printChannels(found);
}

async function queue(given: Given) {
  atMost(given, 1);
  const { api } = access(given);
  const [word] = given.words;
  if (word === undefined) {
    const queues = await api.call('GET /api/queues/', { query: {} });
    if (given.has('json')) return printJson(queues);
    const all = await api.call('GET /api/channels/', {});
    return printRows(
      ['id', 'channel', 'waiting', 'slots', 'paused', 'next free slot'],
      queues.map(({ channel: id, count, slots, paused, next_free }) => {
        const channel = all.find((candidate) => candidate.id === id);
        return [
          ...[id, channel && labelOf(channel), count, slots.length],
          ...[paused ? 'paused' : '', next_free?.local],
        ];
      }),
    );
  }
  const [channel] = await chooseChannels(api, [word], '');
  const found = await api.call('GET /api/channels/:id/queue/', {
    params: { id: String(channel?.id) },
  });
  if (given.has('json')) return printJson(found);
  printRows(
    ['publication', 'time', 'text'],
    found.queued.map(({ id, due_at, excerpt }) => [id, timeOf(due_at), excerpt]),
  );
}

async function attention(given: Given) {
  atMost(given, 0);
  const { api } = access(given);
  const found = await api.call('GET /api/attention/', { query: {} });
  if (given.has('json')) return printJson(found);
  printRows(
    ['what', 'id', 'since', 'where', 'why', 'text'],
    [
      ...found.results.map(
        ({ reason, count, since, publication: { id, channel, detail, excerpt } }) => [
          ...[count > 1 ? `${count} publications` : 'publication', id, timeOf(since)],
          ...[labelOf(channel), `${reason}${detail ? `: ${detail}` : ''}`, excerpt],
        ],
      ),
      ...found.drafts.map(({ item, due_at, excerpt }) => [
        ...['draft', item, timeOf(due_at), '', 'its time has passed', excerpt],
      ]),
      ...found.afterwards.map(({ id, due_at, network, kind, excerpt }) => [
        ...['afterwards', id, timeOf(due_at), network, kind, excerpt],
      ]),
    ],
  );
}

async function mediaUpload(given: Given) {
  if (!given.words.length) throw usage('Expected the path of a file.');
  const alt = given.text('alt');
  if (alt !== undefined && given.words.length > 1)
    throw usage('--alt says what one file shows: upload files with alt texts one at a time.');
  const { api } = access(given);
  await requireFiles(api, given.words);
  const folder = given.text('folder') && String((await folderOf(api, given)).id);
  const files: MediaFile[] = [];
  const printFiles = (some: readonly MediaFile[]) =>
    printRows(
      ['id', 'kind', 'bytes', 'name'],
      some.map(({ id, kind, size, name }) => [id, kind, size, name]),
    );
  const isPiped = !given.has('json') && !process.stdout.isTTY;
  // What is in the library is said however the command ends: by Ctrl+C, too.
  process.once('exit', () => {
    if (given.has('json')) return files.length && printJson(files);
    if (!isPiped) printFiles(files);
  });
  for (const path of given.words) {
    if (process.stderr.isTTY) say(`Uploading ${path} …`);
    const file = await upload(api, path, { alt, folder });
    files.push(file);
    if (isPiped) printFiles([file]);
  }
}

const DAY = /^20\d\d-\d\d-\d\d$/;
const MAX_ROWS = 100;

function dayOf(given: Given, name: 'from' | 'to') {
  const text = given.text(name);
  if (text !== undefined && !DAY.test(text))
    throw usage(`--${name} is '${text}': expected a day such as 2026-01-31.`);
  return text;
}

async function figures(given: Given) {
  atMost(given, 1);
  const { api } = access(given);
  if (given.words.length) {
    const id = idOf(given.words[0], 'a post');
    const found = await api.call('GET /api/content/items/:id/figures/', { params: { id } });
    if (given.has('json')) return printJson(found);
    return printRows(
      ['publication', 'channel', 'state', 'read at', 'figures'],
      found.publications.map(({ publication, channel, state, read_at, metrics }) => [
        ...[publication, labelOf(channel), state, timeOf(read_at)],
        Object.entries(metrics)
          .map(([metric, count]) => `${count} ${metric}`)
          .join(', '),
      ]),
    );
  }
  const [from, to] = [dayOf(given, 'from'), dayOf(given, 'to')];
  if ((from === undefined) !== (to === undefined)) throw usage('Expected both --from and --to.');
  const words = given.all('channel');
  const chosen = words.length ? await chooseChannels(api, words) : [];
  const found = await api.call('GET /api/analytics/posts/', {
    query: {
      ...(from && { from, to }),
      ...(chosen.length && { channel: chosen.map(({ id }) => String(id)) }),
      page_size: String(numberOf(given, 'limit', 1, MAX_ROWS) ?? 20),
    },
  });
  if (given.has('json')) return printJson(found);
  printRows(
    ['post', 'published', 'views', 'engagements', 'text'],
    found.rows.map(({ item, published_at, metrics, engagements, excerpt }) => [
      ...[item, timeOf(published_at), metrics.views, engagements, excerpt],
    ]),
  );
}

export const readingCommands: Command[] = [
  { name: 'channels', summary: 'List the connected accounts', options: API_OPTIONS, run: channels },
  {
    name: 'queue',
    takes: '[CHANNEL]',
    summary: 'List the queues of all accounts, or what waits in one',
    options: API_OPTIONS,
    more: ["To put a text into a queue: postfolio schedule --channel CHANNEL --at queue 'A text'"],
    run: queue,
  },
  {
    name: 'attention',
    summary: 'List what stopped on its way, and needs a person',
    options: API_OPTIONS,
    run: attention,
  },
  {
    name: 'media upload',
    takes: 'FILE…',
    summary: 'Upload pictures, GIFs, videos or PDFs into the library',
    options: {
      ...API_OPTIONS,
      alt: { value: 'TEXT', mayBeEmpty: true, about: 'what it shows, for who cannot see it' },
      folder: FOLDER_OPTION,
    },
    run: mediaUpload,
  },
  {
    name: 'figures',
    takes: '[POST]',
    summary: 'Show what networks counted: of a post, or of what was published lately',
    options: {
      ...API_OPTIONS,
      from: { value: 'DAY', about: 'the first day, such as 2026-01-01; else the last 30 days' },
      to: { value: 'DAY', about: 'the last day' },
      channel: { ...CHANNEL_OPTION, about: 'of this account; several are possible' },
      limit: { value: 'NUMBER', about: `how many posts, ${MAX_ROWS} at most; else 20` },
    },
    run: figures,
  },
];
