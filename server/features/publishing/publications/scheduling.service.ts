import { createHash } from 'node:crypto';
import type { PartText } from '#contract/content/items.ts';
import type { Parsed } from '#contract/http/endpoint.ts';
import type { Network } from '#contract/networks/names.ts';
import { budgetsOf, limitOf, networks } from '#contract/networks/networks.ts';
import type { Options } from '#contract/networks/rules.ts';
import type { Channel } from '#contract/publishing/channels.ts';
import {
  appliedOptions,
  type Checked,
  type CheckedPart,
  checkParts,
  errorsIn,
  type Finding,
  type MediaSettings,
  partsFor,
} from '#contract/publishing/checks.ts';
import type * as contract from '#contract/publishing/publications.ts';
import { type SlotTime, slotTimes } from '#contract/publishing/slots.ts';
import { addMinutes, localOf, resolveLocal } from '#contract/times.ts';
import { type Member, may } from '../../../actor.ts';
import type { AppContext } from '../../../context.ts';
import type { Executor } from '../../../database/pool.ts';
import {
  type Transaction,
  type Transactional,
  transaction,
} from '../../../database/transaction.ts';
import { AppError, ifThere, invalid, notFoundIn } from '../../../errors.ts';
import { slices } from '../../../turns.ts';
import {
  announceOfPost,
  apply,
  assertCurrentVersion,
  authorizePublishing,
  findItems,
  findMissingFiles,
  getThread,
  lockPost,
  type Post,
  planShared,
  preventsSelfApproval,
} from '../../content/posts/posts.service.ts';
import { getChannel, listChannels, requireChoices } from '../channels/channels.service.ts';
import { lockChannels, nextFree, slotsOf, takenTimes, zoneOf } from '../slots/slots.service.ts';
import { missingFile } from './outcome.ts';
import {
  move as movePublications,
  type Publication,
  publicationsOf,
  recordChange,
} from './publications.service.ts';
import * as sql from './publications.sql.ts';

/** What is checked before a post is scheduled, and how it is (docs/domain.md, 'Publications'). */

type Time = Parsed<typeof contract.publishItem>['body']['at'];
type OtherTime = Parsed<typeof contract.movePublication>['body']['at'];
type Body = Parsed<typeof contract.publishItem>['body'];
type Context = Transactional & Pick<AppContext, 'clock'>;

const MINUTE_MS = 60_000;
const MAX_AHEAD_MS = 5 * 366 * 24 * 60 * MINUTE_MS;
const NOW: sql.When = { at: null, local: null, zone: null, queued: false };
/** The maximum number of publications of one request. */
const MAX_PUBLICATIONS = 500;
/** In characters: counting less takes a few milliseconds. */
const LONG_TEXT = 10_000;
/** Posts of a channel that are closer together compete with each other, in minutes. */
const APART = 30;

/**
 * The instant of a chosen time, in the zone of the workspace where none is named. A slot is taken by
 * who holds the lock of its channel.
 * @throws AppError 400 where it has passed, the clock of the caller may be a minute slow; where the
 * channel has no free slot; 409 where the slot is none, or taken
 */
async function resolveTime(
  executor: Executor,
  person: Pick<Member, 'workspaceId'>,
  time: Time | OtherTime,
  {
    channel,
    post,
    now,
  }: { channel: Pick<Channel, 'id' | 'handle'>; post: number | null; now: number },
): Promise<sql.When> {
  if (time == null) return NOW;
  if (time === 'queue') {
    const { next, zone } = await nextFree(executor, person, [channel.id], now);
    const free = next.get(channel.id);
    if (!free) throw invalid({ at: [`${noSlot(channel)}.`] });
    return { ...free, zone, queued: true };
  }
  if (time === 'draft') {
    const { workspaceId } = person;
    const [own] = post === null ? [] : await sql.findDraftTime(executor, { workspaceId, post });
    if (!own) throw invalid({ at: ['This draft has no time.'] });
    return inTime({ at: resolveLocal(own.local, own.zone).instant, ...own, queued: false }, now);
  }
  if (typeof time === 'string')
    return inTime({ at: time, local: null, zone: null, queued: false }, now);
  const { local } = time;
  const queued = 'slot' in time && time.slot === true;
  const own = time.zone && !queued ? undefined : await zoneOf(executor, person);
  const zone = time.zone ?? (own as string);
  const { instant: at } = resolveLocal(local, zone);
  if (queued) await requireFreeSlot(executor, person, channel.id, { local, at });
  return inTime({ at, local, zone, queued }, now);
}

const noSlot = ({ handle }: Pick<Channel, 'handle'>) =>
  `${handle} has no free slot: add times to its queue`;

/** @throws AppError 400 */
function inTime(when: sql.When & { at: string }, now: number): sql.When {
  const at = Date.parse(when.at);
  if (at < now - MINUTE_MS) throw invalid({ at: ['This time has passed.'] });
  if (!(at < now + MAX_AHEAD_MS))
    throw invalid({ at: ['Expected a time within the next five years.'] });
  return when;
}

/** @throws AppError 409 */
async function requireFreeSlot(
  executor: Executor,
  person: Pick<Member, 'workspaceId'>,
  channel: number,
  { local, at }: SlotTime,
): Promise<void> {
  const slots = (await slotsOf(executor, person, [channel])).get(channel) ?? [];
  const before = new Date(Date.parse(at) - 1);
  const [first] = slotTimes(slots, await zoneOf(executor, person), before);
  const isTaken = await takenTimes(executor, [channel]);
  if (first?.local === local && Date.parse(first.at) === Date.parse(at) && !isTaken(channel, at))
    return;
  throw new AppError('stale', 409, 'This slot is no longer available.');
}

/** What is the same for all channels of a post. */
type Shared = {
  post: number;
  now: number;
  missing: readonly string[];
  settings: (MediaSettings & { zone: string }) | undefined;
  checkText: ReturnType<typeof checker>;
};

/**
 * Checks texts in slices, each once for all accounts with the same rules.
 * @param gone ends it
 */
function checker(gone?: AbortSignal) {
  const breathe = slices(gone);
  const known = new Map<string, Promise<Checked>>();
  return async (
    { network, limits }: Pick<Channel, 'network' | 'limits'>,
    parts: readonly CheckedPart[],
    options: Options,
    settings: MediaSettings = {},
  ): Promise<Checked> => {
    await breathe();
    const given = JSON.stringify([network, limits, parts, options, settings]);
    const key = createHash('sha256').update(given).digest('base64');
    const checked =
      known.get(key) ?? checkParts(network, limits, parts, options, { ...settings, breathe });
    known.set(key, checked);
    return checked;
  };
}

/** The settings of a workspace, by any of its channels. */
async function settingsOf(executor: Executor, [channel]: readonly number[]) {
  if (channel === undefined) return undefined;
  const [settings] = await sql.findMediaSettings(executor, { channel });
  return settings;
}

/** What a network would refuse of a post on a channel at a time. */
async function refusalsOf(
  executor: Executor,
  { id, network, limits, handle, state, expires_at: expiry }: Channel,
  { post, now, missing }: Shared,
  { parts, when }: { parts: number; when: sql.When },
): Promise<string[]> {
  const { name, parts: form } = networks[network];
  const at = when.at ?? new Date(now).toISOString();
  const found = missing.map(missingFile);
  if (state !== 'connected') found.push(`${handle} has to be connected again first`);
  if (expiry && Date.parse(expiry) < Date.parse(at))
    found.push('The connection ends before this is due: renew it first');
  const isJoined = form === 'joined';
  for (const { posts, hours } of budgetsOf(network, limits)) {
    const [planned] = await sql.countPlanned(executor, { channel: id, post, at, hours, isJoined });
    if (Number(planned?.count ?? 0) + parts > posts)
      found.push(`The ${posts} posts that ${name} takes in ${hours} hours are used up then`);
  }
  return found;
}

/** Warns of posts of a channel that are close in time, and of the same text. */
async function warningsOf(
  executor: Executor,
  channel: number,
  { post, now, settings }: Shared,
  when: sql.When,
): Promise<Finding[]> {
  const at = when.at ?? new Date(now).toISOString();
  const zone = when.zone ?? settings?.zone ?? 'UTC';
  const warnings: Finding[] = [];
  const add = (text: string, mend?: Finding['mend']) =>
    warnings.push({ level: 'warning', text, ...(mend && { mend }) });
  const others = (await sql.listDueAround(executor, { channel, post, at })).map(({ due_at: due }) =>
    Date.parse(due),
  );
  const isClose = (ms: number) => others.find((other) => Math.abs(other - ms) < APART * MINUTE_MS);
  const close = isClose(Date.parse(at));
  if (close !== undefined) {
    const { local } = when;
    let later = APART;
    while (isClose(Date.parse(at) + later * MINUTE_MS) !== undefined) later += APART;
    const moved = local && !when.queued ? addMinutes(local, later) : undefined;
    const isPast = close <= now;
    add(
      `Another post of this channel ${isPast ? 'was' : 'is'} due at ${localOf(new Date(close), zone).slice(11)}`,
      moved ? { label: `Move this one to ${moved.slice(11)}`, at: moved } : undefined,
    );
  }
  const [same] = await sql.findSameText(executor, { channel, post, at });
  if (same) add(`Same text as on ${dayText(same.due_at, zone)}`);
  return warnings;
}

/** 'Sat 21 Nov'. */
const dayText = (at: string, zone: string) =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
  })
    .format(new Date(at))
    .replace(',', '');

/** The choices that apply to these files, and to what else was chosen. */
const withoutHidden = (network: Network, parts: readonly PartText[], options: Options) =>
  appliedOptions(
    network,
    {},
    {
      options,
      kinds: parts.flatMap(({ media }) => media.map(({ kind }) => kind)),
    },
  );

/** What the workspace has spent at a network this month, in thousandths of a US dollar. */
const spentAt = async (executor: Executor, { workspaceId }: Member, network: Network) =>
  (await sql.sumPrices(executor, { workspaceId, network }))[0]?.spent ?? 0;

/** @throws AppError 404 where an id is not among the known ones */
function requireKnown(
  field: string,
  what: string,
  ids: readonly number[],
  known: readonly { id: number }[],
) {
  const missing = ids.find((id) => !known.some((channel) => channel.id === id));
  if (missing !== undefined) throw notFoundIn(field, what, missing);
}

const OPEN: Partial<Record<Publication['state'], string>> = {
  proposed: 'waiting for approval',
  publishing: 'being published',
};

/**
 * @param gone ends it
 * @throws AppError 404
 */
export async function check(
  executor: Executor,
  person: Member,
  item: number,
  { channels: ids, at, options = {}, moving }: Parsed<typeof contract.checkPublishing>['body'],
  { gone, now }: { gone: AbortSignal; now: number },
): Promise<contract.CheckedChannel[]> {
  const parts = await getThread(executor, person, item);
  const [first] = await sql.findPostOf(executor, { workspaceId: person.workspaceId, item });
  const post = first?.post ?? 0;
  const known = await listChannels(executor, person);
  requireKnown('channels', 'channel', ids ?? [], known);
  const channels = known.filter(({ id, state }) =>
    ids ? ids.includes(id) : state === 'connected',
  );
  const shared: Shared = {
    post,
    now,
    missing: await findMissingFiles(executor, person, parts),
    settings: await settingsOf(
      executor,
      channels.map(({ id }) => id),
    ),
    checkText: checker(gone),
  };
  const spent = new Map<Network, number>();
  const checked: contract.CheckedChannel[] = [];
  for (const channel of channels) {
    const { id, network, limits } = channel;
    const given = options[id] ?? {};
    requireChoices('options', networks[network].options ?? [], given);
    const chosen = withoutHidden(network, parts, given);
    const checkedParts = partsFor(parts, network, chosen);
    const text = await shared.checkText(channel, checkedParts, chosen, shared.settings);
    const { longest, price } = text;
    const findings: Finding[] = [];
    const refuse = (reason: string) => findings.push({ level: 'error', text: reason });
    const when = await resolveTime(executor, person, at, { channel, post, now }).catch((error) => {
      // It is said at the channel: others have a free slot.
      if (at !== 'queue' || !(error instanceof AppError)) throw error;
      refuse(noSlot(channel));
      return NOW;
    });
    findings.push(...text.findings);
    const plan = { parts: checkedParts.length, when };
    for (const reason of await refusalsOf(executor, channel, shared, plan)) refuse(reason);
    const [open] = moving ? [] : await sql.findOpen(executor, { post, channel: id });
    if (open) refuse(`This post is already ${OPEN[open.state] ?? open.state} here`);
    findings.push(...(await warningsOf(executor, id, shared, when)));
    if (price !== null && !spent.has(network))
      spent.set(network, await spentAt(executor, person, network));
    checked.push({
      channel: id,
      parts: checkedParts.length,
      is_customised: parts.some((part) => part.network_texts[network] !== undefined),
      longest,
      limit: limitOf(
        network,
        limits,
        checkedParts.some(({ media }) => media.length > 0),
      ),
      kinds: [...new Set(checkedParts.flatMap(({ media }) => media.map(({ kind }) => kind)))],
      price,
      spent: spent.get(network) ?? 0,
      due_at: when.at,
      findings,
    });
  }
  return checked;
}

/**
 * Schedules the post of an item on channels, or proposes it: all or none. With a known `key`, the
 * response of the first request with it is returned; `of`: what the request is.
 * Goes on where its caller has left: what was asked for is done.
 * @throws AppError 404; 403 where the text is not approved; 400 where it does not fit; 409
 */
export async function publish(
  context: Context,
  person: Member,
  item: number,
  body: Body,
  key?: { text: string; of: unknown },
): Promise<Publication[]> {
  const { workspaceId, userId } = person;
  const { channels, at, options = {}, version } = body;
  const checkText = checker();
  await checkBefore(context.database, person, item, body, checkText);
  const hash = createHash('sha256')
    .update(JSON.stringify(key?.of ?? null))
    .digest();
  return transaction(context, async (tx) => {
    if (at === 'queue') await lockChannels(tx, person, channels);
    const post = await lockPost(tx, person, item);
    if (key !== undefined) {
      const [known] = await sql.findResponse(tx, { workspaceId, userId, key: key.text });
      if (known && !known.request_hash.equals(hash))
        throw invalid({ non_field_errors: ['This Idempotency-Key belongs to another request.'] });
      if (known) return publicationsOf(tx, person, known.response.ids);
    }
    assertCurrentVersion(version, post.parts[0], post.items);
    const decides = may(person, 'decide');
    if (decides) await authorizePublishing(tx, person, post);
    const ids: number[] = [];
    const now = context.clock.now();
    const shared: Shared = {
      post: post.id,
      now,
      missing: await findMissingFiles(tx, person, post.items),
      settings: await settingsOf(tx, channels),
      checkText,
    };
    let time: sql.When | undefined;
    for (const id of new Set(channels)) {
      const channel = await getChannel(tx, person, id).catch(ifThere);
      if (!channel) throw notFoundIn('channels', 'channel', id);
      // Slots are those of each channel; any other time is that of all.
      const when = time ?? (await resolveTime(tx, person, at, { channel, post: post.id, now }));
      if (at !== 'queue') time = when;
      const given = { post, channel, when, options: options[id] ?? {}, decides };
      ids.push(await insert(tx, person, shared, given));
    }
    if (!decides) await submit(tx, person, post);
    if (key !== undefined) {
      const response = JSON.stringify({ ids });
      await sql.keepResponse(tx, { workspaceId, userId, key: key.text, hash, response });
    }
    await announceOfPost(tx, person, 'publications', post.id);
    return publicationsOf(tx, person, ids);
  });
}

/**
 * Checks a long text before the workspace is locked: nobody waits for it then. A text that changes
 * meanwhile is checked again.
 */
async function checkBefore(
  database: Executor,
  person: Member,
  item: number,
  { channels: ids, options = {} }: Body,
  checkText: Shared['checkText'],
): Promise<void> {
  const items = (await getThread(database, person, item).catch(ifThere)) ?? [];
  const length = items.reduce((sum, { content }) => sum + content.length, 0);
  if (length < LONG_TEXT) return;
  const settings = await settingsOf(database, ids);
  for (const channel of await listChannels(database, person)) {
    if (!ids.includes(channel.id)) continue;
    const chosen = withoutHidden(channel.network, items, options[channel.id] ?? {});
    await checkText(channel, partsFor(items, channel.network, chosen), chosen, settings);
  }
}

/**
 * Words among the options are published like the text: where nobody approves their own, they are
 * proposed by an author, and approved with it.
 * @throws AppError 403
 */
async function requireNoOwnWords(
  tx: Executor,
  person: Member,
  network: Network,
  options: Options,
): Promise<void> {
  const words = (networks[network].options ?? []).find(
    ({ name, values, isSwitch }) => !values && !isSwitch && options[name]?.trim(),
  );
  if (!words || !(await preventsSelfApproval(tx, person))) return;
  throw new AppError(
    'forbidden',
    403,
    `In this workspace somebody else has to approve the text of ‘${words.label}’: let an author propose the post with it.`,
  );
}

/** Schedules or proposes a post on one channel. */
async function insert(
  tx: Transaction,
  person: Member,
  shared: Shared,
  {
    post,
    channel,
    when,
    options: given,
    decides,
  }: {
    post: Post & { items: (PartText & { id: number })[] };
    channel: Channel;
    when: sql.When;
    options: Options;
    decides: boolean;
  },
): Promise<number> {
  const { workspaceId, userId } = person;
  const { id, network, handle } = channel;
  requireChoices('options', networks[network].options ?? [], given);
  const options = withoutHidden(network, post.items, given);
  if (decides) await requireNoOwnWords(tx, person, network, options);
  const parts = partsFor(post.items, network, options);
  const [open] = await sql.findOpen(tx, { post: post.id, channel: id });
  const taken = new AppError(
    'stale',
    409,
    `This post is already scheduled, or being published, on ${handle}.`,
  );
  if (open) throw taken;
  const { findings } = await shared.checkText(channel, parts, options, shared.settings);
  const reasons = [
    ...errorsIn(findings).map(({ text }) => text),
    ...(await refusalsOf(tx, channel, shared, { parts: parts.length, when })),
  ];
  if (reasons.length) throw invalid({ channels: reasons.map((text) => `${text}.`) });
  const [created] = await sql.insertPublication(tx, {
    workspaceId,
    userId,
    post: post.id,
    channel: id,
    state: decides ? 'scheduled' : 'proposed',
    options: JSON.stringify(options),
    version: post.version,
    ...when,
  });
  if (!created) throw taken;
  const action = decides ? 'schedule' : 'propose';
  await recordChange(tx, person, action, created.id, post.items[0]?.id);
  return created.id;
}

/** A proposal waits for the approval of its text: an approved one is approved again, with its time. */
async function submit(tx: Transaction, person: Member, post: Post): Promise<void> {
  if (post.status === 'review') return;
  await apply(tx, person, planShared({ posts: [post] }, { do: 'status', status: 'review' }));
}

/**
 * The same for several posts, each by itself; `every`: the minutes between two of them.
 * @throws AppError 404
 */
export async function publishMany(
  context: Context,
  person: Member,
  { items, channels, at, every = 0 }: Parsed<typeof contract.publishItems>['body'],
  key: string | undefined,
) {
  const { database } = context;
  if (items.length * channels.length > MAX_PUBLICATIONS)
    throw invalid({ items: [`Expected at most ${MAX_PUBLICATIONS} publications at a time.`] });
  requireKnown('channels', 'channel', channels, await listChannels(database, person));
  const known = await findItems(database, person, items);
  requireKnown('items', 'item', items, [...known.values()]);
  const publications: Publication[] = [];
  const refused: { item: number; detail: string }[] = [];
  const begin = at ?? new Date(context.clock.now()).toISOString();
  // The parts of a thread are one post.
  const posts = new Set(items.map((id) => known.get(id)?.thread_root ?? id));
  for (const [index, item] of [...posts].entries()) {
    const isOne = index === 0 || every === 0 || begin === 'queue' || begin === 'draft';
    const time = isOne ? at : later(begin, index * every);
    // The times of a repeated request without one are others.
    const own =
      key === undefined
        ? undefined
        : { text: `${key}:${item}`, of: { item, index, channels, at, every } };
    try {
      publications.push(...(await publish(context, person, item, { channels, at: time }, own)));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      // Without the name of the field.
      const [messages] = Object.values(error.extra);
      const [first] = Array.isArray(messages) ? messages : [];
      refused.push({ item, detail: typeof first === 'string' ? first : error.message });
    }
  }
  return { publications, refused };
}

/** Moves publications, all or none; what it throws is with `publications.service.ts`. */
export const move = (
  context: Context,
  person: Member,
  moves: Parsed<typeof contract.movePublications>['body']['moves'],
) =>
  movePublications(context, person, moves, async (tx, { channel, post }, at) =>
    resolveTime(tx, person, at, {
      channel: await getChannel(tx, person, channel),
      post,
      now: context.clock.now(),
    }),
  );

/** A time so many minutes later. */
const later = (time: Exclude<NonNullable<Time>, 'queue' | 'draft'>, minutes: number): Time =>
  typeof time === 'string'
    ? new Date(Date.parse(time) + minutes * MINUTE_MS).toISOString()
    : { ...time, local: addMinutes(time.local, minutes) };

/**
 * Corrects the instants of wall times whose zone has other rules now; returns their number. The
 * rules come with Node.
 */
export async function correctInstants(executor: Executor): Promise<number> {
  let [after, corrected] = [0, 0];
  for (;;) {
    const rows = await sql.listWallTimes(executor, { after, limit: 500 });
    if (!rows.length) return corrected;
    for (const { id, local, zone, due_at: former } of rows) {
      after = id;
      const { instant } = resolveLocal(local, zone);
      if (Date.parse(instant) === Date.parse(former)) continue;
      corrected += (await sql.correctInstant(executor, { id, former, at: instant })).length;
    }
  }
}
