import { MAX_PATTERN_BYTES, NEW_FILE } from '#contract/content/pattern-files.ts';
import { MAX_SHORT_NAME, MAX_SNIPPET_NAME } from '#contract/content/snippets.ts';
import { MAX_TEMPLATE_NAME } from '#contract/content/templates.ts';
import type { FileResponse } from '#contract/http/endpoint.ts';
import type { Member } from '../../../actor.ts';
import { type Clock, dayOf } from '../../../clock.ts';
import { lockNumber } from '../../../database/lock-number.sql.ts';
import { within } from '../../../database/nested.ts';
import { type Transactional, transaction } from '../../../database/transaction.ts';
import { invalid, notFoundIn } from '../../../errors.ts';
import { carryWords, importing, record } from '../../core/audit/audit.service.ts';
import { createSnippet, listSnippets } from '../snippets/snippets.service.ts';
import { createTemplate } from '../templates/templates.service.ts';
import * as sql from './pattern-files.sql.ts';
import { freeName, readPatternFile } from './read-file.ts';

/**
 * Templates and snippets go from one workspace to another as a file (docs/domain/content.md,
 * 'Templates').
 */

type Context = Transactional & { clock: Clock };

const TOO_LARGE = 'These are more than 1 MB. Export fewer: name them by `templates`.';

/** @throws AppError 404 for a template; 400 where the file would be too large */
export async function exportPatterns(
  { database, clock }: Context,
  person: Member,
  ids: number[] | undefined,
): Promise<FileResponse> {
  const { workspaceId } = person;
  const chosen = { workspaceId, ids: ids ? [...new Set(ids)] : null };
  const [size] = await sql.measure(database, chosen);
  if (chosen.ids && (size?.count ?? 0) < chosen.ids.length) {
    const [first = 0] = chosen.ids;
    throw notFoundIn('templates', 'template', first);
  }
  if (Number(size?.bytes ?? 0) > MAX_PATTERN_BYTES) throw invalid({ templates: [TOO_LARGE] });
  const templates = (await sql.listWhole(database, chosen)).map(({ items, ...template }) => ({
    ...template,
    // Files are those of a library.
    items: items.map(({ content, network_texts }) => ({ content, network_texts })),
  }));
  const snippets = ids
    ? []
    : (await listSnippets(database, { workspaceId, search: null })).map(
        ({ name, short_name, kind, text, hashtags, take }) => ({
          ...{ name, short_name, kind, text, hashtags, take },
        }),
      );
  const text = `${JSON.stringify({ ...NEW_FILE, templates, snippets }, null, 2)}\n`;
  if (Buffer.byteLength(text) > MAX_PATTERN_BYTES) throw invalid({ templates: [TOO_LARGE] });
  const action = { action: 'export', objectType: 'workspace', objectId: workspaceId } as const;
  await record(database, person, action);
  async function* chunks() {
    yield text;
  }
  return { name: `templates-${dayOf(clock.now())}.json`, type: 'application/json', chunks };
}

/**
 * Imports the text of a file: all of it or nothing.
 * @throws AppError 400, which names the line or the field; also where there would be too many
 */
export function importPatterns(context: Context, person: Member, text: string) {
  if (Buffer.byteLength(text) > MAX_PATTERN_BYTES)
    throw invalid({ file: ['A file has at most 1 MB.'] });
  const file = readPatternFile(text);
  const { workspaceId } = person;
  return transaction(context, async (tx) => {
    const inside = { ...context, ...within(tx) };
    // Names are counted on until all of it is written.
    for (const what of ['templates', 'snippets']) await lockNumber(tx, { what, id: workspaceId });
    // Of whoever has written the file.
    await carryWords(tx, [await importing(tx, person)]);
    const names = await sql.listNames(tx, { workspaceId });
    const taken = (kind: string) =>
      new Set(names.filter((row) => row.kind === kind).map(({ name }) => name.toLowerCase()));
    const [templates, snippets, short] = [taken('template'), taken('snippet'), taken('short')];
    for (const template of file.templates)
      await createTemplate(inside, person, {
        ...template,
        name: freeName(template.name, templates, MAX_TEMPLATE_NAME),
        ...{ folder: null, channel_set: null, channels: [], options: {} },
        items: template.items.map((item) => ({ ...item, media: [] })),
      });
    for (const snippet of file.snippets)
      await createSnippet(inside, person, {
        ...snippet,
        name: freeName(snippet.name, snippets, MAX_SNIPPET_NAME),
        short_name:
          snippet.short_name && freeName(snippet.short_name, short, MAX_SHORT_NAME, ['-', '']),
      });
    return { templates: file.templates.length, snippets: file.snippets.length };
  });
}
