import { createHash } from 'node:crypto';
import type { PartText, PartToSend } from '#contract/content/items.ts';
import type { Parsed } from '#contract/http/endpoint.ts';
import type { Network } from '#contract/networks/names.ts';
import type { Options } from '#contract/networks/network-rules.ts';
import { budgetsOf, limitOf, networks } from '#contract/networks/networks.ts';
import type { Channel } from '#contract/publishing/channels.ts';
import {
  appliedOptions,
  type Checked,
  type CheckedPart,
  checkParts,
  type MediaSettings,
  partsFor,
} from '#contract/publishing/checks.ts';
import type { Ending } from '#contract/publishing/endings.ts';
import { customise, type Finding } from '#contract/publishing/findings.ts';
import type * as contract from '#contract/publishing/publications.ts';
import { addMinutes, localOf, monthOf } from '#contract/times.ts';
import type { Member } from '../../../actor.ts';
import type { AppContext } from '../../../context.ts';
import type { Executor } from '../../../database/pool.ts';
import { AppError, invalid, notFoundIn } from '../../../errors.ts';
import { slices } from '../../../lib/time-slices.ts';
import { findMissingFiles, getThread } from '../../content/posts/posts.service.ts';
import { listChannels, requireChoices } from '../channels/channels.service.ts';
import { endingIn, endingsOf } from '../endings/endings.service.ts';
import {
  findMediaSettings,
  missingFile,
  type Publication,
  type When,
} from '../publications/publications.service.ts';
import { type LinkPlan, planLinks, previewOf } from '../sent-links/sent-links.service.ts';
import * as sql from './schedule.sql.ts';
import { zoneOf } from './slots.service.ts';
import { MINUTE_MS, NOW, noSlot, resolveTime } from './times.ts';

/** What is checked before a post is scheduled (docs/domain/publishing.md, 'Checks'). */

/** Posts of a channel that are closer together compete with each other, in minutes. */
const APART = 30;

/** What is the same for all channels of a post. */
export type Shared = {
  post: number;
  now: number;
  missing: readonly string[];
  settings: (MediaSettings & { zone: string }) | undefined;
  checkText: ReturnType<typeof checker>;
  /** What becomes of its fixed variables and links. */
  links: LinkPlan | undefined;
  /** What it ends with, by channels. */
  endings: readonly Ending[];
};

/**
 * Checks texts in slices, each once for all accounts with the same rules.
 * @param gone ends it
 */
export function checker(gone?: AbortSignal) {
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
export async function settingsOf(executor: Executor, [channel]: readonly number[]) {
  if (channel === undefined) return undefined;
  const [settings] = await findMediaSettings(executor, { channel });
  return settings;
}

/** The parts of a post with the fixed variables and links that will be sent. */
export const partsAsSent = (
  { links, now }: Pick<Shared, 'links' | 'now'>,
  channel: Channel,
  { at }: Pick<When, 'at'>,
  parts: readonly CheckedPart[],
) => previewOf(links, channel, at ?? new Date(now).toISOString(), parts);

/** What a network would refuse of a post on a channel at a time. */
export async function refusalsOf(
  executor: Executor,
  { id, network, limits, handle, state, expires_at: expiry }: Channel,
  { post, now, missing }: Shared,
  { parts, when }: { parts: number; when: When },
): Promise<string[]> {
  const { name, parts: form } = networks[network];
  const at = when.at ?? new Date(now).toISOString();
  const found = missing.map(missingFile);
  if (state !== 'connected') found.push(`${handle} must be reconnected first`);
  if (expiry && Date.parse(expiry) < Date.parse(at))
    found.push('The connection expires before this is due: renew it first');
  const isJoined = form === 'joined';
  for (const { posts, hours } of budgetsOf(network, limits)) {
    const [planned] = await sql.countPlanned(executor, { channel: id, post, at, hours, isJoined });
    if (Number(planned?.count ?? 0) + parts > posts)
      found.push(`${name} allows ${posts} posts in ${hours} hours, and they are used up by then`);
  }
  return found;
}

/** Warns of a pause, of posts of a channel that are close in time, and of the same text. */
async function warningsOf(
  executor: Executor,
  { id: channel, network }: Channel,
  { post, now, settings }: Shared,
  when: When,
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
  if ((await sql.findPauseAt(executor, { channel, at })).length)
    add('All publishing is paused: this is held until someone resumes.');
  const [same] = await sql.findSameText(executor, { channel, post, at });
  if (same) add(`Same text as on ${dayText(same.due_at, zone)}`, customise(network));
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
export const withoutHidden = (network: Network, parts: readonly PartText[], options: Options) =>
  appliedOptions(
    network,
    {},
    {
      options,
      kinds: parts.flatMap(({ media }) => media.map(({ kind }) => kind)),
    },
  );

/** What the workspace has spent at a network this month, in thousandths of a US dollar. */
async function spentAt(executor: Executor, person: Member, network: Network, now: number) {
  const since = monthOf(new Date(now), await zoneOf(executor, person));
  const { workspaceId } = person;
  return (await sql.sumPrices(executor, { workspaceId, network, since }))[0]?.spent ?? 0;
}

/** @throws AppError 404 where an id is not among the known ones */
export function requireKnown(
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

const hasFiles = ({ media }: CheckedPart) => media.length > 0;

/**
 * @param gone ends it
 * @throws AppError 404
 */
export async function check(
  executor: Executor,
  person: Member,
  item: number,
  body: Parsed<typeof contract.checkPublishing>['body'],
  { gone, ...checking }: { gone: AbortSignal; now: number } & Pick<AppContext, 'config'>,
): Promise<contract.CheckedChannel[]> {
  const parts = await getThread(executor, person, item);
  const [first] = await sql.findPostOf(executor, { workspaceId: person.workspaceId, item });
  const post = { id: first?.post ?? 0, parts };
  return checkPost(executor, person, post, body, { ...checking, checkText: checker(gone) });
}

/**
 * The same for a post that is known; `stored`: its parts without files that are still to come into
 * the library.
 * @throws AppError 404
 */
export async function checkPost(
  executor: Executor,
  person: Member,
  {
    id: post,
    parts,
    stored = parts,
  }: { id: number; parts: readonly PartToSend[]; stored?: readonly PartText[] | undefined },
  { channels: ids, at, options = {}, moving }: Parsed<typeof contract.checkPublishing>['body'],
  {
    now,
    config,
    checkText,
  }: { now: number } & Pick<Shared, 'checkText'> & Pick<AppContext, 'config'>,
): Promise<contract.CheckedChannel[]> {
  const known = await listChannels(executor, person);
  requireKnown('channels', 'channel', ids ?? [], known);
  const channels = known.filter(({ id, state }) =>
    ids ? ids.includes(id) : state === 'connected',
  );
  const shared: Shared = {
    post,
    now,
    missing: await findMissingFiles(executor, person, stored),
    settings: await settingsOf(
      executor,
      channels.map(({ id }) => id),
    ),
    checkText,
    links: await planLinks(executor, { config }, { workspaceId: person.workspaceId, post }),
    endings: await endingsOf(executor, person, post),
  };
  const spent = new Map<Network, number>();
  const checked: contract.CheckedChannel[] = [];
  for (const channel of channels) {
    const { id, network, limits } = channel;
    const given = options[id] ?? {};
    requireChoices('options', networks[network].options ?? [], given);
    const chosen = withoutHidden(network, parts, given);
    const findings: Finding[] = [];
    const refuse = (reason: string) => findings.push({ level: 'error', text: reason });
    const when = await resolveTime(executor, person, at, { channel, post, now }).catch((error) => {
      // It is said at the channel: others have a free slot.
      if (at !== 'queue' || !(error instanceof AppError)) throw error;
      refuse(noSlot(channel));
      return NOW;
    });
    const ending = endingIn(shared.endings, id, parts);
    const written = partsFor(parts, network, chosen, ending);
    const checkedParts = partsAsSent(shared, channel, when, written);
    const text = await shared.checkText(channel, checkedParts, chosen, shared.settings);
    const { longest, price } = text;
    findings.push(...text.findings);
    const plan = { parts: checkedParts.length, when };
    for (const reason of await refusalsOf(executor, channel, shared, plan)) refuse(reason);
    const [open] = moving ? [] : await sql.findOpen(executor, { post, channel: id });
    if (open) refuse(`This post is already ${OPEN[open.state] ?? open.state} here`);
    findings.push(...(await warningsOf(executor, channel, shared, when)));
    if (price !== null && !spent.has(network))
      spent.set(network, await spentAt(executor, person, network, now));
    checked.push({
      channel: id,
      parts: checkedParts.length,
      is_customised: parts.some((part) => part.network_texts[network] !== undefined),
      longest,
      limit: limitOf(network, limits, checkedParts.some(hasFiles)),
      kinds: [...new Set(checkedParts.flatMap(({ media }) => media.map(({ kind }) => kind)))],
      price,
      spent: spent.get(network) ?? 0,
      due_at: when.at,
      ending: ending ?? null,
      findings,
    });
  }
  return checked;
}

/** What names another channel is a mistake, and would get lost. @throws AppError 400 */
export function requireAmong(field: string, given: object, channels: readonly number[]): void {
  const stray = Object.keys(given).find((id) => !channels.includes(Number(id)));
  if (stray !== undefined)
    throw invalid({ [field]: [`Channel ${stray} isn’t among the channels.`] });
}
