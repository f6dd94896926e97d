import { fillTemplate, wrongValue } from '#contract/content/filled-template.ts';
import { detailsOf, emptyDetails, type Item, MAX_CONTENT_LENGTH } from '#contract/content/items.ts';
import { MAX_MENTIONS } from '#contract/content/mentions.ts';
import {
  MAX_TEMPLATE_NAME,
  MAX_TEMPLATE_PARTS,
  MAX_TEMPLATES,
  type Template,
  type TemplateFields,
  type updateTemplate as updateContract,
  type useTemplate as useContract,
  type Values,
} from '#contract/content/templates.ts';
import { countMentions } from '#contract/content/variables.ts';
import type { Parsed } from '#contract/http/endpoint.ts';
import { wrongChoice } from '#contract/networks/choices.ts';
import { ALL_NETWORKS, NETWORK_NAMES } from '#contract/networks/names.ts';
import { networks } from '#contract/networks/networks.ts';
import type { Member } from '../../../actor.ts';
import { lockNumber } from '../../../database/lock-number.sql.ts';
import type { Executor } from '../../../database/pool.ts';
import {
  type Transaction,
  type Transactional,
  transaction,
} from '../../../database/transaction.ts';
import { ifThere, invalid, notFound, notFoundIn, requireVersion } from '../../../errors.ts';
import { carryWords, recorderOf, wordsIn } from '../../core/audit/audit.service.ts';
import { getFolder } from '../folders/folders.service.ts';
import * as posts from '../posts/posts.service.ts';
import * as sql from './templates.sql.ts';

/** Patterns of posts (docs/domain/content.md, 'Templates'). */

/** @throws AppError 404 */
export async function getTemplate(
  executor: Executor,
  { workspaceId, userId }: Member,
  id: number,
): Promise<Template> {
  const [template] = await sql.findTemplate(executor, { workspaceId, userId, id });
  if (!template) throw notFound('template', id);
  return template;
}

/** @throws AppError 404 for an unknown folder or file; 400 where there are too many */
export function createTemplate(
  context: Transactional,
  person: Member,
  fields: TemplateFields,
): Promise<Template> {
  return transaction(context, (tx) => insert(tx, person, fields));
}

/**
 * A template of the text of a post, which stays as it is.
 * @throws AppError 404; 400 where the post is too large for a template
 */
export function saveAsTemplate(
  context: Transactional,
  person: Member,
  item: number,
  name: string | undefined,
): Promise<Template> {
  return transaction(context, async (tx) => {
    const { items } = await posts.lockPost(tx, person, item);
    const root = items[0] as Item;
    if (items.length > MAX_TEMPLATE_PARTS)
      throw invalid({ items: [`A template has at most ${MAX_TEMPLATE_PARTS} parts.`] });
    await carryWords(tx, await posts.wordsOf(tx, items));
    return insert(tx, person, {
      name: name ?? root.title.slice(0, MAX_TEMPLATE_NAME).trim(),
      folder: root.folder,
      is_thread: !root.is_standalone,
      ...detailsOf(root),
      items,
      variables: [],
      ...{ channel_set: null, channels: [], options: {} },
    });
  });
}

/** @throws AppError 404; 400 where there are too many */
export function duplicateTemplate(
  context: Transactional,
  person: Member,
  id: number,
): Promise<Template> {
  return transaction(context, async (tx) => {
    const source = await getTemplate(tx, person, id);
    const name = `${source.name.slice(0, MAX_TEMPLATE_NAME - ' (Copy)'.length)} (Copy)`;
    await carryWords(tx, await wordsIn(tx, person, 'template', id));
    return insert(tx, person, { ...source, name });
  });
}

async function insert(tx: Transaction, person: Member, fields: TemplateFields): Promise<Template> {
  const { workspaceId, userId } = person;
  await lockNumber(tx, { what: 'templates', id: workspaceId });
  const row = await rowOf(tx, person, fields);
  const [made] = await sql.insertTemplate(tx, { ...row, userId, max: MAX_TEMPLATES });
  if (!made) throw invalid({ name: [`A workspace has at most ${MAX_TEMPLATES} templates.`] });
  await recordTemplate(tx, person, 'create', made.id, {}, fields);
  return getTemplate(tx, person, made.id);
}

/** @throws AppError 404, also for a folder or file; 409 with the `current` one where `version` is stale */
export function updateTemplate(
  context: Transactional,
  person: Member,
  id: number,
  { version, ...fields }: Parsed<typeof updateContract>['body'],
): Promise<Template> {
  const { workspaceId } = person;
  return transaction(context, async (tx) => {
    await sql.lockTemplate(tx, { workspaceId, id });
    const before = await getTemplate(tx, person, id);
    requireVersion(version, before, 'template');
    await sql.updateTemplate(tx, { ...(await rowOf(tx, person, fields)), id });
    await recordTemplate(tx, person, 'update', id, before, fields);
    return getTemplate(tx, person, id);
  });
}

/** @throws AppError 404 */
export function deleteTemplate(context: Transactional, person: Member, id: number): Promise<void> {
  return transaction(context, async (tx) => {
    const [gone] = await sql.deleteTemplate(tx, { workspaceId: person.workspaceId, id });
    if (!gone) throw notFound('template', id);
    await recordTemplate(tx, person, 'delete', id, gone, {});
  });
}

/**
 * Makes a draft in which what is declared has these values. With the key of an earlier request it
 * returns what was made then.
 * @throws AppError 404; 400 for a value that is missing or wrong
 */
export async function useTemplate(
  context: Transactional,
  person: Member,
  id: number,
  { values, folder }: Parsed<typeof useContract>['body'],
  key?: string,
): Promise<Item[]> {
  const template = await getTemplate(context.database, person, id);
  const words = { principals: await wordsIn(context.database, person, 'template', id) };
  const plan = posts.create({ ...fillIn(template, { values, folder }), words });
  const noted = async (tx: Transaction, items: readonly Item[]) => {
    const root = items.find((item) => item.thread_order === 0) as Item;
    await noteUse(tx, person, { id, values, item: root.id });
  };
  const made =
    key === undefined
      ? await transaction(context, async (tx) => {
          const { items } = await posts.apply(tx, person, plan);
          await noted(tx, items);
          return items;
        })
      : await posts.createOnce(context, person, key, plan, noted);
  if (typeof made === 'number') return posts.getThread(context.database, person, made);
  return made.toSorted((a, b) => a.thread_order - b.thread_order);
}

/**
 * The draft that a template makes with these values. Pure.
 * @throws AppError 400 for a value that is missing, wrong or of no variable
 */
export function fillIn(
  template: Template,
  { values, folder }: { values: Values; folder?: number | null | undefined },
) {
  const { variables, is_thread: isThread } = template;
  const unknown = Object.keys(values).find(
    (given) => !variables.some(({ name }) => name === given),
  );
  if (unknown !== undefined)
    throw invalid({ values: [`The template has no variable {{${unknown}}}.`] });
  const wrong = variables.flatMap((variable) => wrongValue(variable, values) ?? []);
  if (wrong.length) throw invalid({ values: wrong.map((text) => `${text}.`) });
  const home = folder ?? template.folder;
  if (home === null) throw invalid({ folder: ['Choose a folder.'] });
  const parts = fillTemplate(template, values).map((part, at) => {
    if (part.content.trim() === '') throw invalid({ values: [`Part ${at + 1} would be empty.`] });
    if (part.content.length > MAX_CONTENT_LENGTH)
      throw invalid({ values: [`Part ${at + 1} would be longer than ${MAX_CONTENT_LENGTH}.`] });
    if (countMentions(part.content) > MAX_MENTIONS)
      throw invalid({ values: [`Part ${at + 1} would have more than ${MAX_MENTIONS} mentions.`] });
    // The files are looked up as they are now.
    const media = part.media.map(({ file, alt }) => ({ file, alt })) as typeof part.media;
    return { ...part, media, ...emptyDetails, ...detailsOf(template) };
  });
  return { folder: home, status: 'draft' as const, description: null, isThread, parts };
}

/** Counts a use, keeps what was filled in, and where its draft is proposed for. */
export async function noteUse(
  tx: Transaction,
  person: Member,
  { id, values, item }: { id: number; values: Values; item: number },
): Promise<void> {
  const { workspaceId, userId } = person;
  await sql.countUse(tx, { workspaceId, userId, id, values: JSON.stringify(values) });
  await sql.suggestChannels(tx, { workspaceId, id, item });
  announceTemplates(tx, person);
}

/** @throws AppError 404 for an unknown folder or file */
async function rowOf(
  tx: Transaction,
  person: Member,
  { name, folder, is_thread, tags, language, items, variables, ...places }: TemplateFields,
) {
  const { workspaceId } = person;
  const { channel_set: set, options } = places;
  const channels = set === null ? places.channels : [];
  await requirePlaces(tx, person, { set, channels, options });
  if (folder !== null && !(await getFolder(tx, person, folder).catch(ifThere)))
    throw notFoundIn('folder', 'folder', folder);
  const attached = await posts.attachFiles(tx, person, items);
  return {
    ...{ workspaceId, name, folder, tags, language },
    isThread: is_thread || items.length > 1,
    parts: JSON.stringify(
      attached.map(({ content, network_texts, media }) => ({ content, network_texts, media })),
    ),
    variables: JSON.stringify(variables),
    ...{ set, channels, options: JSON.stringify(options) },
  };
}

/** @throws AppError 404 for a set or channel; 400 for an option that a network does not have */
async function requirePlaces(
  tx: Transaction,
  { workspaceId }: Member,
  { set, channels, options }: { set: number | null } & Pick<TemplateFields, 'channels' | 'options'>,
) {
  const [unknown] =
    set === null && channels.length === 0
      ? []
      : await sql.findUnknown(tx, { workspaceId, channels, set });
  if (unknown?.kind === 'set') throw notFoundIn('channel_set', 'channel set', unknown.id);
  if (unknown) throw notFoundIn('channels', 'channel', unknown.id);
  for (const network of ALL_NETWORKS) {
    const wrong = wrongChoice(networks[network].options ?? [], options[network] ?? {});
    if (wrong) throw invalid({ options: [`${NETWORK_NAMES[network]}: ${wrong}`] });
  }
}

const announceTemplates = (tx: Transaction, { workspaceId, tab = '' }: Member) =>
  tx.announce({ workspaceId, topic: 'templates', tab });

const recordTemplate = recorderOf<TemplateFields>({
  objectType: 'template',
  topic: 'templates',
  fields: ['name', 'folder', 'tags', 'variables', 'channel_set', 'channels', 'options'],
});
