import { contentText, emptyDetails, Tags } from '#contract/content/items.ts';
import { MAX_PARTS } from '#contract/content/threads.ts';
import type { Parsed } from '#contract/http/endpoint.ts';
import { limitOf, networks } from '#contract/networks/networks.ts';
import type { importPosts } from '#contract/publishing/calendar.ts';
import type { Channel } from '#contract/publishing/channels.ts';
import { characters, partsFor } from '#contract/publishing/checks.ts';
import type { Member } from '../../../actor.ts';
import type { AppContext } from '../../../context.ts';
import { BULK_TIMEOUTS } from '../../../database/pool.ts';
import { type Transactional, transaction } from '../../../database/transaction.ts';
import { invalid } from '../../../errors.ts';
import { cut } from '../../../http/outgoing/foreign.ts';
import { type Breathe, slices } from '../../../lib/time-slices.ts';
import { lockContent, requireFolder } from '../../content/posts/posts.service.ts';
import { importing } from '../../core/audit/audit.service.ts';
import { listChannels } from '../channels/channels.service.ts';
import { zoneOf } from '../schedule/schedule.service.ts';
import { createDrafts, type Draft } from './calendar.service.ts';
import { listFolders } from './calendar.sql.ts';
import { splitList, splitParts, splitTags } from './cells.ts';
import { folderFinder } from './folder-paths.ts';
import { RowError } from './row-error.ts';
import { type Row, readTable } from './table.ts';
import { timeOf } from './table-times.ts';

/** Drafts with their times from CSV (docs/domain/calendar.md, 'Import and export'). */

/** The maximum number of errors that are listed. */
const MAX_LISTED = 1000;
/** The maximum number of items of all rows together. */
const MAX_ITEMS = 20_000;
const MAX_CHANNELS = 50;
/** In characters, checked before a value is split. */
const MAX_LENGTHS = {
  ...{ time: 100, date: 100, zone: 100 },
  ...{ channels: 5000, folder: 5000, tags: 4000 },
} as const;
const EXPECTED =
  'Expected a heading with text, time, channels, folder, tags; only text is required.';

/**
 * Checks all rows, and imports them where none is wrong.
 * @param gone ends it before anything is written
 * @throws AppError 404 for the folder; 400 where the text is no CSV with these columns
 */
export async function importDrafts(
  context: Transactional & Pick<AppContext, 'clock'>,
  person: Member,
  { csv, folder, check = false, ...given }: Parsed<typeof importPosts>['body'],
  gone: AbortSignal,
) {
  const { database } = context;
  const breathe = slices(gone);
  await requireFolder(database, person, folder, 'folder');
  const { rows, errors, ...understood } = await readTable(csv, given, breathe);
  const hasText = understood.columns.some(({ becomes }) => becomes === 'text');
  if (!hasText)
    errors.unshift({ row: 1, column: 'text', detail: `No column is the text. ${EXPECTED}` });
  const read = await reader(context, person, folder, breathe);
  const drafts: Draft[] = [];
  let items = 0;
  for (const row of hasText ? rows : []) {
    await breathe();
    try {
      const draft = await read(row);
      items += draft.draft.parts.length;
      drafts.push(draft);
    } catch (error) {
      if (!(error instanceof RowError)) throw error;
      errors.push({ row: row.number, column: error.column, detail: error.message });
    }
  }
  if (items > MAX_ITEMS)
    throw invalid({
      csv: [`There are more than ${MAX_ITEMS} items: import them in several files.`],
    });
  if (rows.length === 0 && errors.length === 0)
    throw invalid({ csv: ['There are no rows below the heading.'] });
  const isFine = errors.length === 0 && !check;
  if (isFine)
    await transaction(
      context,
      async (tx) => {
        await lockContent(tx, person);
        await createDrafts(tx, person, drafts);
      },
      BULK_TIMEOUTS,
    );
  return {
    rows: rows.length,
    imported: isFine ? drafts.length : 0,
    errors: errors.toSorted((a, b) => a.row - b.row).slice(0, MAX_LISTED),
    error_count: errors.length,
    ...understood,
  };
}

/** Reads a row into a draft. @throws RowError */
async function reader(
  { database: executor, clock }: Pick<AppContext, 'clock' | 'database'>,
  person: Member,
  folder: number,
  breathe: Breathe,
) {
  const zone = await zoneOf(executor, person);
  const channels = await listChannels(executor, { workspaceId: person.workspaceId });
  const folderOf = folderFinder(await listFolders(executor, { workspaceId: person.workspaceId }));
  const by = await importing(executor, person);
  const content = contentText('The text is missing.');

  return async ({ values }: Row): Promise<Draft> => {
    requireLengths(values);
    const texts = splitParts(values.text ?? '', MAX_PARTS + 1);
    if (texts.length > MAX_PARTS)
      throw new RowError('text', `A thread has at most ${MAX_PARTS} items.`);
    const parts = texts.map((text, at) => {
      const { success, error } = content.safeParse(text);
      if (!success)
        throw new RowError(
          'text',
          texts.length > 1
            ? `Item ${at + 1}: ${error.issues[0]?.message}`
            : (error.issues[0]?.message ?? ''),
        );
      return { content: text, network_texts: {}, media: [] };
    });
    const tags = Tags.safeParse(splitTags(values.tags ?? ''));
    if (!tags.success) throw new RowError('tags', tags.error.issues[0]?.message ?? '');
    const names = [...new Set(splitList(values.channels ?? ''))];
    if (names.length > MAX_CHANNELS)
      throw new RowError('channels', `Expected at most ${MAX_CHANNELS} accounts.`);
    const meant = [...new Set(names.map((name) => channelOf(channels, name)))];
    // Counting is expensive: once for all accounts of the same rules.
    const rules = new Map(
      meant.map(({ network, limits }) => [JSON.stringify([network, limits]), { network, limits }]),
    );
    for (const { network, limits } of rules.values()) {
      const limit = limitOf(network, limits, false);
      let longest = 0;
      for (const { text } of partsFor(parts, network)) {
        await breathe();
        longest = Math.max(longest, networks[network].count(text, limits));
      }
      const over = longest - limit;
      if (over > 0)
        throw new RowError(
          'text',
          `${characters(over)} over the limit of ${limit} for ${networks[network].name}.`,
        );
    }
    return {
      draft: {
        folder: values.folder?.trim() ? folderOf(values.folder.trim()) : folder,
        status: 'draft',
        description: null,
        isThread: parts.length > 1,
        parts: parts.map((part) => ({ ...part, ...emptyDetails, tags: tags.data })),
        // Of whoever has written the file.
        words: { principals: [by] },
      },
      time: timeOf(values, zone, clock.now()),
      channels: [...new Set(meant.map(({ id }) => id))],
    };
  };
}

/** @throws RowError */
function requireLengths(values: Row['values']) {
  for (const [column, max] of Object.entries(MAX_LENGTHS) as [keyof typeof MAX_LENGTHS, number][])
    if ((values[column]?.length ?? 0) > max)
      throw new RowError(column, `Expected at most ${max} characters.`);
}

/** The channel with this handle, or the only one of this network; `network:handle` is exact. */
function channelOf(channels: readonly Channel[], name: string): Channel {
  const wanted = name.toLowerCase();
  const isHandle = (handle: string, given: string) =>
    handle.toLowerCase() === given || handle.toLowerCase() === `@${given}`;
  const found = channels.filter(({ network, handle }) => {
    const [of = '', ...rest] = wanted.split(':');
    const own = rest.join(':').trim();
    const isNetwork = of.trim() === network || of.trim() === networks[network].name.toLowerCase();
    return isHandle(handle, wanted) || (isNetwork && (own === '' || isHandle(handle, own)));
  });
  const connected = found.filter(({ state }) => state === 'connected');
  const [only] = connected;
  if (only && connected.length === 1) return only;
  if (connected.length > 1)
    throw new RowError(
      'channels',
      `'${cut(name, 50)}' matches ${connected.length} accounts: use network:handle.`,
    );
  throw new RowError(
    'channels',
    found.length
      ? `'${cut(name, 50)}' is not connected.`
      : `There is no account '${cut(name, 50)}'.`,
  );
}
