import { stringify } from 'csv-stringify/sync';
import type { Entry } from '#contract/publishing/calendar.ts';
import { localOf, resolveLocal } from '#contract/times.ts';
import type { Member } from '../../../actor.ts';
import type { Executor } from '../../../database/pool.ts';
import { zoneOf } from '../schedule/schedule.service.ts';
import * as sql from './calendar.sql.ts';
import { guardFormula, joinList, joinParts } from './cells.ts';
import { flat, type Links } from './entries.ts';
import { pathWriter } from './folder-paths.ts';

/**
 * What is planned as a table that can be imported (docs/domain/calendar.md, 'Import and export').
 */

const COLUMNS = [
  // What an import reads.
  ...['text', 'time', 'zone', 'channels', 'folder', 'tags'],
  ...['publication', 'item', 'state', 'reason', 'due_at', 'local_time', 'queued', 'parts', 'url'],
];
const PLANNED: readonly Entry['state'][] = ['draft', 'proposed', 'scheduled'];
/** Texts are read for so many entries at a time: a thread can be long. */
const TEXTS_AT_ONCE = 20;
const MINUTE_MS = 60_000;
/** Excel reads a table without it in the encoding of its country. */
const BYTE_ORDER_MARK = '\ufeff';

export async function* csvOf(
  executor: Executor,
  { workspaceId }: Pick<Member, 'workspaceId'>,
  batches: AsyncIterable<sql.EventEntry[]>,
  links: Links,
  now: number,
) {
  yield BYTE_ORDER_MARK + stringify([COLUMNS]);
  const zone = await zoneOf(executor, { workspaceId });
  const pathOf = pathWriter(await sql.listFolders(executor, { workspaceId }));
  for await (const batch of batches)
    for (let at = 0; at < batch.length; at += TEXTS_AT_ONCE) {
      const entries = batch.slice(at, at + TEXTS_AT_ONCE);
      const textOf = await readTexts(executor, workspaceId, entries);
      const rows = entries.map((entry) => {
        const row = flat(entry, links);
        const { texts, folder, tags } = textOf(entry);
        return {
          ...row,
          ...timeOf(entry, zone, now),
          text: joinParts(texts),
          channels: joinList(row.channels),
          folder: folder === null ? '' : pathOf(folder),
          tags: joinList(tags),
          queued: String(row.queued),
        };
      });
      yield stringify(rows, {
        columns: COLUMNS,
        quoted_string: true,
        cast: { string: guardFormula },
      });
    }
}

async function readTexts(executor: Executor, workspaceId: number, entries: readonly Entry[]) {
  const rows = await sql.readTexts(executor, {
    workspaceId,
    publications: entries.flatMap(({ publication }) => publication ?? []),
    items: entries.flatMap(({ publication, item }) => (publication === null ? (item ?? []) : [])),
  });
  const nothing: sql.TextRow = { texts: [], folder: null, tags: [] };
  return ({ publication, item }: Entry): sql.TextRow =>
    rows.find((row) =>
      publication === null ? row.item === item : row.publication === publication,
    ) ?? nothing;
}

/** When it is to go out, as a wall time where that is the same; blank where it is over. */
function timeOf({ state, due_at, local_time, zone }: Entry, own: string, now: number) {
  const due = Date.parse(due_at);
  if (!PLANNED.includes(state) || due < now) return { time: '', zone: '' };
  const known = local_time !== null && zone !== null;
  const [local, of] = known ? [local_time, zone] : [localOf(due_at, own), own];
  const isSame = Math.abs(Date.parse(resolveLocal(local, of).instant) - due) < MINUTE_MS;
  return { time: isSame ? local.replace('T', ' ') : due_at, zone: of };
}
