import type { RuleText } from '#contract/automation/rules-settings.ts';
import { type NamedKind, type Names, weekdayName } from '#contract/automation/rules-words.ts';
import { localOf } from '#contract/times.ts';
import { UNKNOWN } from '../../../database/fragments/principal.ts';
import type { Executor } from '../../../database/pool.ts';
import { draftTextOf } from '../incoming/incoming.service.ts';
import * as sql from './facts.sql.ts';
import type { Facts } from './judge.ts';

/** What is known of what has happened. Dry runs and real ones read it here. */

/** Ids of what has happened, as a run stores them. */
export type About = {
  entry?: number;
  /** Of an address. */
  call?: number;
  /** Of a day. */
  note?: number;
  /** Of the library. */
  file?: number;
  post?: number;
  publication?: number;
  /** What a mark was reached with. */
  figure?: number;
  channel?: number;
  /** The posts that a queue has left. */
  left?: number;
  /** A time of the rule. */
  at?: string;
};

/** Names as they were when something happened, and whose they are: they can be changed afterwards. */
export type CapturedNames = {
  author?: string;
  author_by?: number;
  folder?: string;
  folder_by?: number;
};

type Place = { workspaceId: number; zone: string };

const LINK = /https?:\/\/[^\s<>"]+/i;

const NONE: Facts = {
  ...{ title: '', at: '', tokens: {}, text: '', link: null, picture: null, hasPicture: false },
  ...{ folder: null, tags: [], author: null, networks: [], channels: [], views: 0, reactions: 0 },
  ...{
    publishedAt: null,
    createdAt: null,
    entry: null,
    file: null,
    post: null,
    item: null,
    obstacle: null,
  },
  ...{ words: [], namedBy: {} },
};

/** @param present the names of now, for what has no run */
const namesIn = (names: CapturedNames | null, present: { author?: string; folder?: string }) => {
  const { author_by = UNKNOWN, folder_by = UNKNOWN } = names ?? {};
  const { author = '', folder = '' } = names ?? present;
  return { tokens: { author, folder }, namedBy: { author: author_by, folder: folder_by } };
};

/** In the order of what has happened; `at`: when, and `names` of a run, in the same order. */
export async function gatherFacts(
  executor: Executor,
  place: Place,
  happened: readonly { about: About; at: string; names?: CapturedNames | null }[],
): Promise<Facts[]> {
  const { workspaceId } = place;
  const ids = (name: 'entry' | 'call' | 'note' | 'file' | 'post' | 'publication' | 'channel') => [
    ...new Set(happened.flatMap(({ about }) => about[name] ?? [])),
  ];
  const [entries, posts, publications, channels, calls, notes, files] = await Promise.all([
    read(ids('entry'), (wanted) => sql.findEntries(executor, { workspaceId, ids: wanted })),
    read(ids('post'), (wanted) => sql.findPosts(executor, { workspaceId, ids: wanted })),
    read(ids('publication'), (wanted) =>
      sql.findPublications(executor, { workspaceId, ids: wanted }),
    ),
    read(ids('channel'), (wanted) => sql.findChannels(executor, { workspaceId, ids: wanted })),
    read(ids('call'), (wanted) => sql.findCalls(executor, { workspaceId, ids: wanted })),
    read(ids('note'), (wanted) => sql.findNotes(executor, { workspaceId, ids: wanted })),
    read(ids('file'), (wanted) => sql.findFiles(executor, { workspaceId, ids: wanted })),
  ]);
  const entryOf = new Map(entries.map((row) => [row.entry, row]));
  const postOf = new Map(posts.map((row) => [row.post, row]));
  const publicationOf = new Map(publications.map((row) => [row.publication, row]));
  const channelOf = new Map(channels.map((row) => [row.channel, row]));
  const callOf = new Map(calls.map((row) => [row.call, row]));
  const fileOf = new Map(files.map((row) => [row.file, row]));
  const noteOf = new Map(notes.map((row) => [row.note, row]));
  return happened.map(({ about, at, names = null }): Facts => {
    if (about.entry !== undefined) return ofEntry(entryOf.get(about.entry), at, place);
    if (about.call !== undefined) return ofCall(callOf.get(about.call), at, place);
    if (about.file !== undefined) return ofFile(fileOf.get(about.file), names, at, place);
    if (about.note !== undefined) return ofNote(noteOf.get(about.note), about.at ?? at, place);
    if (about.post !== undefined)
      return ofPost(postOf.get(about.post), publicationOf.get(about.publication ?? 0), names, {
        ...{ figure: about.figure, at },
      });
    if (about.channel !== undefined) return ofQueue(channelOf.get(about.channel), about, at);
    return ofTime(about.at ?? at, place);
  });
}

const read = <Row>(ids: number[], find: (ids: number[]) => Promise<Row[]>) =>
  ids.length ? find(ids) : Promise.resolve([]);

const gone = (what: string, at: string): Facts => ({
  ...NONE,
  at,
  title: what,
  obstacle: { text: `${what} is not there any more`, kind: 'gone' },
});

function ofEntry(entry: sql.EntryFacts | undefined, at: string, { zone }: Place): Facts {
  if (!entry) return gone('the entry', at);
  const { title, text, link, author, picture, feed } = entry;
  return {
    ...NONE,
    at,
    title: title ?? link ?? text ?? feed,
    tokens: {
      title: title ?? text ?? '',
      text: text ?? title ?? '',
      link: link ?? '',
      author: author ?? '',
      date: localOf(entry.published_at ?? entry.seen_at, zone).slice(0, 10),
      feed,
    },
    text: text ?? '',
    link,
    picture,
    hasPicture: picture !== null,
    createdAt: entry.published_at ?? entry.seen_at,
    ...{ entry: entry.entry, words: entry.words },
    obstacle: entry.is_used
      ? { text: 'something became of this entry already', kind: 'used' }
      : entry.looks_known
        ? { text: 'an earlier entry has the same title', kind: 'known' }
        : null,
  };
}

function ofCall(call: sql.CallFacts | undefined, at: string, { zone }: Place): Facts {
  if (!call) return gone('what came in', at);
  const { title, text, link, tags, source } = call;
  const date = localOf(call.received_at, zone).slice(0, 10);
  return {
    ...NONE,
    at,
    title: title || text || link || source,
    tokens: {
      ...{ title: title || text, text: text || title, link: link ?? '' },
      ...{ tags: tags.join(', '), date, source },
    },
    text: draftTextOf(call),
    ...{ link, tags, createdAt: call.received_at, words: call.words },
  };
}

function ofFile(
  file: sql.FileFacts | undefined,
  names: CapturedNames | null,
  at: string,
  { zone }: Place,
): Facts {
  if (!file) return gone('the file', at);
  const { tokens, namedBy } = namesIn(names, { folder: file.folder_name ?? '' });
  const { name, alt, tags, folder } = file;
  return {
    ...NONE,
    at,
    title: name,
    tokens: {
      ...{ name, alt, tags: tags.join(', '), folder: tokens.folder },
      date: localOf(file.created_at, zone).slice(0, 10),
    },
    text: alt || name,
    ...{ hasPicture: file.is_picture, folder, tags, createdAt: file.created_at, file: file.file },
    ...{ words: file.words, namedBy },
  };
}

function ofNote(note: sql.NoteFacts | undefined, at: string, place: Place): Facts {
  if (!note) return gone('the note', at);
  const facts = ofTime(at, place);
  return {
    ...facts,
    title: note.text,
    ...{ text: note.text, words: note.words },
    tokens: { ...facts.tokens, note: note.text },
  };
}

function ofPost(
  post: sql.PostFacts | undefined,
  publication: sql.PublicationFacts | undefined,
  names: CapturedNames | null,
  { figure, at }: { figure: number | undefined; at: string },
): Facts {
  if (!post) return gone('the post', at);
  const { title, text, folder, author, words } = post;
  const present = { author: post.author_name ?? '', folder: post.folder_name ?? '' };
  const { tokens, namedBy } = namesIn(names, present);
  const link = LINK.exec(text)?.[0] ?? null;
  const counted = publication ?? post;
  return {
    ...NONE,
    at,
    title,
    tokens: {
      ...{ title, text, link: link ?? '', ...tokens },
      ...(publication && {
        network: publication.network,
        channel: publication.handle,
        address: publication.address ?? '',
      }),
      ...(figure !== undefined && { figure: String(figure) }),
    },
    ...{ text, link, hasPicture: post.has_picture, folder, tags: post.tags, author },
    networks: publication ? [publication.network] : [],
    channels: publication ? [publication.channel] : [],
    ...{ views: counted.views, reactions: counted.reactions, publishedAt: counted.published_at },
    createdAt: post.created_at,
    ...{ post: post.post, item: post.item, words, namedBy },
  };
}

function ofQueue(channel: sql.ChannelFacts | undefined, { left = 0 }: About, at: string): Facts {
  if (!channel) return gone('the account', at);
  return {
    ...NONE,
    at,
    title: `Queue of ${channel.handle}: ${left} left`,
    tokens: { channel: channel.handle, left: String(left) },
    networks: [channel.network],
    channels: [channel.channel],
  };
}

function ofTime(time: string, { zone }: Place): Facts {
  const local = localOf(time, zone);
  const date = local.slice(0, 10);
  const weekday = weekdayName(new Date(`${date}T00:00:00Z`).getUTCDay() || 7);
  return {
    ...NONE,
    at: time,
    title: `${weekday}, ${local.slice(11, 16)}`,
    tokens: { date, weekday },
  };
}

/** The names in the sentence of a rule. */
export async function namesOf(
  executor: Executor,
  workspaceId: number,
  { trigger, conditions, actions, becomes }: RuleText,
): Promise<Names> {
  const wanted: Record<NamedKind, number[]> = {
    ...{
      address: [],
      feed: [],
      template: [],
      set: [],
      folder: [],
      person: [],
      channel: [],
      snippet: [],
      own_action: [],
      assistant: [],
    },
  };
  for (const entry of [trigger, ...conditions, ...actions, becomes]) {
    if ('feed' in entry) wanted.feed.push(entry.feed);
    if ('address' in entry) wanted.address.push(entry.address);
    if ('set' in entry) wanted.set.push(entry.set);
    if ('template' in entry && typeof entry.template === 'number')
      wanted.template.push(entry.template);
    if ('folder' in entry && entry.folder !== null) wanted.folder.push(entry.folder);
    if ('folders' in entry) wanted.folder.push(...entry.folders);
    if ('people' in entry) wanted.person.push(...entry.people);
    if ('person' in entry) wanted.person.push(entry.person);
    if ('own_action' in entry && entry.own_action !== null)
      wanted.own_action.push(entry.own_action);
    if ('snippet' in entry) wanted.snippet.push(entry.snippet);
    if ('channel' in entry && entry.channel !== null) wanted.channel.push(entry.channel);
    if ('channels' in entry) wanted.channel.push(...entry.channels);
  }
  const rows = await sql.findNames(executor, { workspaceId, wanted: JSON.stringify(wanted) });
  const known = new Map(rows.map(({ kind, id, name }) => [`${kind} ${id}`, name]));
  // Whether it is on is asked where a rule is switched on.
  return (kind, id) => (kind === 'assistant' ? kind : known.get(`${kind} ${id}`));
}
