import type { Parsed } from '#contract/http/endpoint.ts';
import type * as contract from '#contract/publishing/links.ts';
import { MAX_MANUAL_LINKS } from '#contract/publishing/links.ts';
import { daysOf, resolveLocal } from '#contract/times.ts';
import type { Member } from '../../../actor.ts';
import type { AppContext } from '../../../context.ts';
import { lockNumber } from '../../../database/lock-number.sql.ts';
import type { Executor } from '../../../database/pool.ts';
import {
  type Transaction,
  type Transactional,
  transaction,
} from '../../../database/transaction.ts';
import { AppError, invalid, notFound } from '../../../errors.ts';
import { changesBetween, record } from '../../core/audit/audit.service.ts';
import { zoneOf } from '../schedule/schedule.service.ts';
import { isOwnLink, linkBase, randomCode } from '../sent-links/sent-links.service.ts';
import * as sql from './links.sql.ts';
import { qrPng, qrSvg } from './qr.ts';

/** Short links and their figures (docs/domain/analytics.md, 'Links'). */

export type Context = Transactional & Pick<AppContext, 'config' | 'clock'>;

const USUAL_DAYS = 30;
const DAY_MS = 24 * 60 * 60_000;

/** A period as days in the zone of the workspace. */
export async function periodOf(
  { database, clock }: Context,
  person: Member,
  { from, to }: { from?: string | undefined; to?: string | undefined },
) {
  const zone = await zoneOf(database, person);
  const last = to ? resolveLocal(`${to}T12:00`, zone).instant : new Date(clock.now());
  const count = from && to ? (Date.parse(to) - Date.parse(from)) / DAY_MS + 1 : USUAL_DAYS;
  const days = daysOf(last, zone, { after: 1 - count, count });
  const [first, end] = [days[0], days.at(-1)];
  if (!first || !end) throw new Error('a period has a day');
  return {
    /** The first and the last day. */
    shown: { from: first.day, to: end.day },
    from: first.from,
    until: end.to,
    starts: [...days.map((day) => day.from), end.to],
  };
}

type Period = Awaited<ReturnType<typeof periodOf>>;

const counted = ({
  visits,
  visitors,
  bots,
}: {
  visits: string;
  visitors: string;
  bots: string;
}) => ({
  visits: Number(visits),
  visitors: Number(visitors),
  bots: Number(bots),
});

async function readLinks(
  { database, config }: Context,
  { workspaceId }: Member,
  ids: readonly number[],
  { from, until }: Period,
): Promise<Map<number, contract.Link>> {
  const rows = await sql.findLinks(database, { workspaceId, ids: [...ids], from, until });
  return new Map(
    rows.map((row) => [row.id, { ...row, ...counted(row), url: linkBase(config) + row.code }]),
  );
}

/** Of each link, the visits of each day of a period. */
async function readDays(executor: Executor, ids: readonly number[], { starts }: Period) {
  const rows = await sql.listDays(executor, { ids: [...ids], starts });
  const byLink = Map.groupBy(rows, ({ id }) => id);
  return (links: readonly number[]) => {
    const sums = Array<number>(starts.length - 1).fill(0);
    for (const link of links)
      for (const { day, visits } of byLink.get(link) ?? [])
        sums[day] = (sums[day] ?? 0) + Number(visits);
    return sums;
  };
}

/** As a pattern of `ilike`, in which nothing of it has a meaning. */
const patternOf = (search: string | undefined) =>
  search?.trim() ? `%${search.trim().replaceAll(/[\\%_]/g, '\\$&')}%` : null;

export async function listLinks(
  context: Context,
  person: Member,
  query: Parsed<typeof contract.listLinks>['query'],
) {
  const { database } = context;
  const { workspaceId } = person;
  const period = await periodOf(context, person, query);
  const { from, until } = period;
  const rows = await sql.listGroups(database, {
    workspaceId,
    from,
    until,
    kind: query.kind,
    channel: query.channel ?? null,
    pattern: patternOf(query.search),
    limit: query.page_size,
    offset: (query.page - 1) * query.page_size,
  });
  const groups = rows.flatMap(({ ids, ...row }) => (ids ? { ids, ...row } : []));
  const ids = groups.flatMap((group) => group.ids);
  const links = await readLinks(context, person, ids, period);
  const daysOf = await readDays(database, ids, period);
  const [kinds] = await sql.countKinds(database, { workspaceId });
  const [sums] = rows;
  return {
    ...period.shown,
    count: Number(sums?.groups ?? 0),
    links: Number(sums?.all_links ?? 0),
    totals: counted({
      visits: sums?.all_visits ?? '0',
      visitors: sums?.all_visitors ?? '0',
      bots: sums?.all_bots ?? '0',
    }),
    kinds: kinds ?? { all: 0, posts: 0, manual: 0, ended: 0 },
    results: groups.map((row) => ({
      address: row.address,
      name: row.name,
      last_visit_at: row.last_visit_at,
      post: row.item === null ? null : { item: row.item, beginning: row.beginning ?? '' },
      ...counted(row),
      days: daysOf(row.ids),
      links: row.ids.flatMap((id) => links.get(id) ?? []),
    })),
  };
}

/** @throws AppError 404 */
async function requireLink(context: Context, person: Member, id: number, period: Period) {
  const link = (await readLinks(context, person, [id], period)).get(id);
  if (!link) throw notFound('link', id);
  return link;
}

/** @throws AppError 404 */
export async function getLink(
  context: Context,
  person: Member,
  id: number,
  query: Parsed<typeof contract.getLink>['query'],
): Promise<contract.LinkDetails> {
  const { database } = context;
  const { workspaceId } = person;
  const period = await periodOf(context, person, query);
  const days = { id, from: period.shown.from, to: period.shown.to };
  const link = await requireLink(context, person, id, period);
  const daysOf = await readDays(database, [id], period);
  const { from, until } = period;
  const [site] = await sql.sumSite(database, { id, from, until });
  return {
    ...link,
    ...period.shown,
    days: daysOf([id]),
    referrers: await sql.listReferrers(database, days),
    devices: await sql.listDevices(database, days),
    history: await sql.listHistory(database, { workspaceId, id }),
    qr: qrSvg(link.url),
    site: site ?? { visits: 0, converted: 0, conversions: 0, value: 0 },
  };
}

const TARGET_IS_OURS = 'This is already one of our short links';

/** @throws AppError 400 for a destination that would lead in a circle */
function requireForeign({ config }: Context, target: string) {
  if (isOwnLink(config, target)) throw invalid({ target: [TARGET_IS_OURS] });
}

const MAX_ATTEMPTS = 5;

/** @throws AppError 400 where it is one of ours, or there are too many */
export async function createLink(
  context: Context,
  person: Member,
  { target, name = null }: Parsed<typeof contract.createLink>['body'],
): Promise<contract.Link> {
  requireForeign(context, target);
  const { workspaceId, userId } = person;
  const id = await transaction(context, async (tx) => {
    await lockNumber(tx, { what: 'links', id: workspaceId });
    const link = { workspaceId, userId, target, name, max: MAX_MANUAL_LINKS };
    const created = await insertWithCode((code) => sql.insertManual(tx, { ...link, code }));
    if (!created)
      throw invalid({
        target: [`A workspace has at most ${MAX_MANUAL_LINKS} links made by hand.`],
      });
    const changes = {
      target: { before: null, after: target },
      ...(name !== null && { name: { before: null, after: name } }),
    };
    await record(tx, person, {
      action: 'create',
      objectType: 'link',
      objectId: created.id,
      changes,
    });
    return created.id;
  });
  return requireLink(context, person, id, await periodOf(context, person, {}));
}

/** Codes are taken once in a million millions. */
async function insertWithCode<Row>(insert: (code: string) => Promise<Row[]>) {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const [row] = await insert(randomCode());
    if (row) return row;
  }
  return undefined;
}

const FIELDS = ['target', 'name', 'ended'] as const;

/** @throws AppError 404; 400 for a destination of ours; 409 for a link of a post */
export async function updateLink(
  context: Context,
  person: Member,
  id: number,
  given: Parsed<typeof contract.updateLink>['body'],
): Promise<contract.Link> {
  const { workspaceId, userId } = person;
  if (given.target !== undefined) requireForeign(context, given.target);
  await transaction(context, async (tx) => {
    const before = await lockLink(tx, person, id);
    if (!before.is_manual)
      throw new AppError('stale', 409, 'Links of posts stay as they were published.');
    const after = {
      target: given.target ?? before.target,
      name: given.name === undefined ? before.name : given.name,
      ended: given.ended ?? before.ended,
    };
    const changes = changesBetween(before, { ...before, ...after }, FIELDS);
    if (Object.keys(changes).length === 0) return;
    await sql.updateLink(tx, { workspaceId, id, userId, ...after });
    await record(tx, person, { action: 'update', objectType: 'link', objectId: id, changes });
  });
  return requireLink(context, person, id, await periodOf(context, person, {}));
}

async function lockLink(tx: Transaction, { workspaceId }: Member, id: number) {
  const [link] = await sql.lockLink(tx, { workspaceId, id });
  if (!link) throw notFound('link', id);
  return link;
}

/** The QR code of a link as a file. @throws AppError 404 */
export async function getQrCode(
  context: Context,
  person: Member,
  id: number,
  format: 'svg' | 'png',
) {
  const { url, code } = await requireLink(context, person, id, await periodOf(context, person, {}));
  const bytes = format === 'png' ? await qrPng(url) : Buffer.from(qrSvg(url));
  return {
    name: `${code}.${format}`,
    type: format === 'png' ? 'image/png' : 'image/svg+xml',
    chunks: async function* () {
      yield bytes;
    },
  };
}
