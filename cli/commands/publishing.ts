import { existsSync } from 'node:fs';
import { STATUSES } from '#contract/content/workflow.ts';
import type { Made } from '#contract/publishing/composite-posts.ts';
import type { Api } from '../api.ts';
import { atMost, type Given, idOf, oneOf } from '../arguments.ts';
import { chooseChannels } from '../channels.ts';
import type { Command } from '../command.ts';
import { Failure, usage } from '../failure.ts';
import { folderOf } from '../folders.ts';
import { readText } from '../input.ts';
import { printJson, say } from '../output.ts';
import {
  CHANNEL_OPTION,
  NEW_POST_OPTIONS,
  PUBLISH_OPTIONS,
  STATUS_OPTION,
} from '../post-options.ts';
import { printPosts, printPublications } from '../print-posts.ts';
import { access } from '../session.ts';
import { type At, timeOfPost } from '../times.ts';
import { requireFiles, upload } from '../upload.ts';

/** Commands that write a post in one go, and publish it. */

type Uploaded = { path: string; file: number };

const isAddress = (word: string) => /^https?:\/\//.test(word);
const isId = (word: string) => /^[1-9]\d*$/.test(word) && !existsSync(word);

/**
 * Files for a post: those of paths are uploaded.
 * @param uploaded gets those that are in the library from then on
 */
async function filesOf(api: Api, given: Given, folder: number, uploaded: Uploaded[]) {
  const alts = given.all('alt');
  const words = given.all('media');
  if (alts.length > words.length) throw usage('There are more --alt than --media.');
  const paths = words.filter((word) => !isAddress(word) && !isId(word));
  if (given.has('dry-run') && paths.length)
    throw usage(`--dry-run uploads nothing: name ${paths[0]} by its id in the library.`);
  await requireFiles(api, paths);
  const files = [];
  for (const [at, word] of words.entries()) {
    const alt = alts[at] === undefined ? {} : { alt: alts[at] };
    if (isAddress(word)) files.push({ url: word, ...alt });
    else if (isId(word)) files.push({ file: Number(word), ...alt });
    else {
      const { id } = await upload(api, word, { ...alt, folder: String(folder) });
      uploaded.push({ path: word, file: id });
      files.push({ file: id, ...alt });
    }
  }
  return files;
}

/** Says of a command that failed what it has left in the library. */
function withUploaded(error: unknown, uploaded: readonly Uploaded[]) {
  if (!(error instanceof Failure) || !uploaded.length) return error;
  const ids = uploaded.map(({ path, file }) => `${path} as ${file}`).join(', ');
  return new Failure(
    `${error.message}\nUploaded before: ${ids}. To try again, give --media the id.`,
    error.reason,
    { ...error.body, uploaded },
  );
}

/**
 * The key of a command that may be tried again. A check makes nothing, and leaves it to the command
 * that does.
 * @throws Failure (usage) for one that no header can have
 */
function keyOf(given: Given): string | undefined {
  const key = given.text('idempotency-key');
  if (key !== undefined && !/^[\x21-\x7e](?:[\x20-\x7e]{0,198}[\x21-\x7e])?$/.test(key))
    throw usage(
      '--idempotency-key expects at most 200 characters of ASCII, without blanks around them.',
    );
  return given.has('dry-run') ? undefined : key;
}

type Target = { at: At | null; channels: readonly { id: number }[] };

/** Writes a post, and publishes or proposes it, where it has a time. */
async function make(given: Given, api: Api, { at, channels }: Target): Promise<Made> {
  atMost(given, 1);
  const once = keyOf(given);
  const title = given.text('title');
  const status = oneOf(given, 'status', STATUSES);
  const parts = await readText(given, given.words[0]);
  const folder = await folderOf(api, given);
  const uploaded: Uploaded[] = [];
  try {
    const media = await filesOf(api, given, folder.id, uploaded);
    const [first = '', ...others] = parts;
    const start = { text: first, ...(media.length && { media }) };
    return await api.call('POST /api/posts/', {
      query: given.has('dry-run') ? { dry_run: 'true' } : {},
      once,
      body: {
        folder: folder.id,
        ...(others.length ? { parts: [start, ...others] } : start),
        ...(title !== undefined && { title }),
        ...(status !== undefined && { status }),
        ...(channels.length && { channels: channels.map(({ id }) => id) }),
        ...(at !== null && { at }),
      },
    });
  } catch (error) {
    throw withUploaded(error, uploaded);
  }
}

function printMade(given: Given, made: Made) {
  const { post, publications, findings, proposed, because } = made;
  if (given.has('json')) return printJson(made);
  for (const { channel, findings: own } of findings)
    for (const { level, text } of own) say(`${level}: channel ${channel}: ${text}`);
  if (proposed) say(`Proposed: it waits for a person. ${because ?? ''}`.trim());
  if (post === null) return say('Checked, and made nothing.');
  if (publications.length) return printPublications(publications);
  printPosts([{ ...post, publications }]);
}

async function create(given: Given) {
  const { api } = access(given);
  const words = given.all('channel');
  const channels = words.length ? await chooseChannels(api, words) : [];
  printMade(given, await make(given, api, { at: null, channels }));
}

/** Those of a new post alone. */
const OF_NEW_POST = ['file', 'thread', 'folder', 'title', 'media', 'alt'] as const;

/** A new text, or a post that is there, at a time on channels. */
async function publishAt(given: Given, text: string) {
  const at = timeOfPost(text, given.text('zone'));
  const words = given.all('channel');
  if (!words.length)
    throw usage("Say where: --channel, with an id, a handle or a network of 'postfolio channels'.");
  const { api } = access(given);
  const channels = await chooseChannels(api, words);
  const post = given.text('post');
  if (post === undefined) return printMade(given, await make(given, api, { at, channels }));
  atMost(given, 0);
  for (const name of OF_NEW_POST)
    if (given.has(name) || given.all(name).length)
      throw usage(
        `--post is a post that is there: change it by 'postfolio posts edit', not by --${name}.`,
      );
  const id = idOf(post, 'a post');
  const body = { channels: channels.map((channel) => channel.id), at: at === 'now' ? null : at };
  if (given.has('dry-run')) {
    const findings = await api.call('POST /api/content/items/:id/publications/check/', {
      ...{ params: { id }, body },
    });
    return given.has('json')
      ? printJson(findings)
      : printMade(given, {
          post: null,
          publications: [],
          findings,
          proposed: false,
          because: null,
        });
  }
  const publications = await api.call('POST /api/content/items/:id/publications/', {
    ...{ params: { id }, body },
    once: keyOf(given),
  });
  if (given.has('json')) return printJson(publications);
  if (publications.some(({ state }) => state === 'proposed'))
    say('Proposed: it waits for a person.');
  printPublications(publications);
}

const publish = (given: Given) => publishAt(given, given.text('at') ?? 'now');

async function schedule(given: Given) {
  const at = given.text('at');
  if (at === undefined)
    throw usage("Say when: --at '2026-12-01 09:00', an instant, or queue for the next free slot.");
  await publishAt(given, at);
}

export const publishingCommands: Command[] = [
  {
    name: 'posts create',
    takes: '[TEXT]',
    summary: 'Write a post; without TEXT it is read from standard input',
    options: {
      ...NEW_POST_OPTIONS,
      status: STATUS_OPTION,
      channel: { ...CHANNEL_OPTION, about: 'check it for this account; several are possible' },
    },
    run: create,
  },
  {
    name: 'publish',
    takes: '[TEXT]',
    summary:
      'Publish a text, or a post, now or at a time; without TEXT it is read from standard input',
    options: PUBLISH_OPTIONS,
    more: ["  echo 'A text' | postfolio publish --channel @ada"],
    run: publish,
  },
  {
    name: 'schedule',
    takes: '[TEXT]',
    summary: 'Publish a text, or a post, at a time, or in the next free slot of a queue',
    options: PUBLISH_OPTIONS,
    more: [
      "  postfolio schedule --channel @ada --at '2026-12-01 09:00' --zone Europe/Berlin 'A text'",
    ],
    run: schedule,
  },
];
