import { MAX_VOICES } from '#contract/assistant/limits.ts';
import type { createVoice as contract, Voice } from '#contract/assistant/voices.ts';
import type { Parsed } from '#contract/http/endpoint.ts';
import type { Member } from '../../actor.ts';
import { lockNumber } from '../../database/lock-number.sql.ts';
import { type Transaction, type Transactional, transaction } from '../../database/transaction.ts';
import { invalid, notFound, notFoundIn } from '../../errors.ts';
import { record } from '../core/audit/audit.service.ts';
import { explainName } from './taken-name.ts';
import * as sql from './voices.sql.ts';

/** Voices: how a client or a house writes. */

type Fields = Parsed<typeof contract>['body'];

const rowOf = ({ workspaceId }: Member, fields: Fields) => ({
  workspaceId,
  name: fields.name,
  description: fields.description ?? null,
  dos: fields.do ?? null,
  donts: fields.dont ?? null,
  never: fields.never,
  spelling: fields.spelling,
  emoji: fields.emoji,
  hashtags: fields.hashtags,
  examples: JSON.stringify(fields.examples),
  isDefault: fields.is_default,
});

/** @throws AppError 400 for a name that is taken, or too many; 404 for an unknown folder */
export function createVoice(
  context: Transactional,
  person: Member,
  fields: Fields,
): Promise<Voice> {
  return transaction(context, async (tx) => {
    await begin(tx, person, fields);
    const [voice] = await sql
      .insertVoice(tx, { ...rowOf(person, fields), max: MAX_VOICES })
      .catch(explainName);
    if (!voice) throw invalid({ name: [`A workspace has at most ${MAX_VOICES} voices.`] });
    return finish(tx, person, voice.id, fields, { before: null, after: fields.name });
  });
}

/** @throws AppError 404; 400 for a name that is taken */
export function updateVoice(
  context: Transactional,
  person: Member,
  id: number,
  fields: Fields,
): Promise<Voice> {
  return transaction(context, async (tx) => {
    const [before] = await sql.findVoice(tx, { workspaceId: person.workspaceId, id });
    if (!before) throw notFound('voice', id);
    await begin(tx, person, fields);
    await sql.updateVoice(tx, { ...rowOf(person, fields), id }).catch(explainName);
    return finish(tx, person, id, fields, { before: before.name, after: fields.name });
  });
}

/** @throws AppError 404 */
export function deleteVoice(context: Transactional, person: Member, id: number): Promise<void> {
  return transaction(context, async (tx) => {
    const [voice] = await sql.deleteVoice(tx, { workspaceId: person.workspaceId, id });
    if (!voice) throw notFound('voice', id);
    await recordVoice(tx, person, { before: voice.name, after: null });
  });
}

async function begin(tx: Transaction, person: Member, fields: Fields) {
  const { workspaceId } = person;
  await lockNumber(tx, { what: 'assistant voices', id: workspaceId });
  if (fields.is_default) await sql.clearDefault(tx, { workspaceId });
}

async function finish(
  tx: Transaction,
  person: Member,
  id: number,
  { folders }: Fields,
  change: { before: string | null; after: string | null },
): Promise<Voice> {
  const { workspaceId } = person;
  const set = await sql.setFolders(tx, { workspaceId, id, folders: [...new Set(folders)] });
  const missing = folders.find((folder) => !set.some((row) => row.folder === folder));
  if (missing !== undefined) throw notFoundIn('folders', 'folder', missing);
  await recordVoice(tx, person, change);
  const [voice] = await sql.findVoice(tx, { workspaceId, id });
  if (!voice) throw notFound('voice', id);
  return voice;
}

const recordVoice = (
  tx: Transaction,
  person: Member,
  voice: { before: string | null; after: string | null },
) =>
  record(tx, person, {
    action: 'update',
    objectType: 'workspace',
    objectId: person.workspaceId,
    changes: { assistant_voice: voice },
  });
