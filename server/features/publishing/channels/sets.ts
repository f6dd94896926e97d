import type { Parsed } from '#contract/http/endpoint.ts';
import {
  type ChannelSet,
  type createChannelSet,
  MAX_SETS,
} from '#contract/publishing/channel-sets.ts';
import type { Member } from '../../../actor.ts';
import { lockNumber } from '../../../database/lock-number.sql.ts';
import {
  type Transaction,
  type Transactional,
  transaction,
} from '../../../database/transaction.ts';
import { ifThere, invalid, notFound, notFoundIn } from '../../../errors.ts';
import { getFolder } from '../../content/folders/folders.service.ts';
import { recorderOf } from '../../core/audit/audit.service.ts';
import { listChannels } from './channels.sql.ts';
import * as sql from './sets.sql.ts';

/** Named groups of channels (docs/domain/publishing.md, 'Channels'). */

type Fields = Parsed<typeof createChannelSet>['body'];

const FIELDS = ['name', 'channels', 'folder'] as const;

/** @throws AppError 404 for an unknown channel; 400 for a name that is taken, or too many sets */
export function createSet(
  context: Transactional,
  person: Member,
  fields: Fields,
): Promise<ChannelSet> {
  const { workspaceId, userId } = person;
  return transaction(context, async (tx) => {
    await lockNumber(tx, { what: 'channel sets', id: workspaceId });
    await requireConnected(tx, person, fields.channels);
    await requireFolder(tx, person, fields.folder);
    const [set] = await sql
      .insertSet(tx, { workspaceId, userId, ...fields, max: MAX_SETS })
      .catch(explainName);
    if (!set) throw invalid({ name: [`A workspace has at most ${MAX_SETS} channel sets.`] });
    await recordSet(tx, person, 'create', set.id, {}, fields);
    return set;
  });
}

/** @throws AppError 404, also for an unknown channel; 400 for a name that is taken */
export function updateSet(
  context: Transactional,
  person: Member,
  id: number,
  fields: Fields,
): Promise<ChannelSet> {
  const { workspaceId } = person;
  return transaction(context, async (tx) => {
    const before = await lockSet(tx, person, id);
    await requireConnected(tx, person, fields.channels);
    await requireFolder(tx, person, fields.folder);
    const [set] = await sql.updateSet(tx, { workspaceId, id, ...fields }).catch(explainName);
    await recordSet(tx, person, 'update', id, before, fields);
    return set ?? before;
  });
}

/** @throws AppError 404 */
export function deleteSet(context: Transactional, person: Member, id: number): Promise<void> {
  return transaction(context, async (tx) => {
    const before = await lockSet(tx, person, id);
    await sql.deleteSet(tx, { workspaceId: person.workspaceId, id });
    await recordSet(tx, person, 'delete', id, before, {});
  });
}

async function lockSet(tx: Transaction, { workspaceId }: Member, id: number) {
  const [set] = await sql.lockSet(tx, { workspaceId, id });
  if (!set) throw notFound('channel set', id);
  return set;
}

/** A disconnected channel is in no set. */
async function requireConnected(tx: Transaction, person: Member, ids: readonly number[]) {
  const channels = await listChannels(tx, { workspaceId: person.workspaceId });
  const known = new Map(channels.map((channel) => [channel.id, channel]));
  for (const id of ids) {
    const channel = known.get(id);
    if (!channel) throw notFoundIn('channels', 'channel', id);
    if (channel.state === 'disconnected')
      throw invalid({ channels: [`${channel.handle} is disconnected.`] });
  }
}

async function requireFolder(tx: Transaction, person: Member, folder: number | null) {
  if (folder !== null && !(await getFolder(tx, person, folder).catch(ifThere)))
    throw notFoundIn('folder', 'folder', folder);
}

/** Names differ by more than their case. */
function explainName(error: { constraint?: string }): never {
  if (error.constraint === 'channel_sets_name')
    throw invalid({ name: ['There is already a set with this name.'] });
  throw error;
}

const recordSet = recorderOf<Fields>({
  objectType: 'channel_set',
  topic: 'channels',
  fields: FIELDS,
});
