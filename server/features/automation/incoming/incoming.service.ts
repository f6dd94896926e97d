import {
  type createIncoming as createContract,
  type Incoming,
  MAX_INCOMING,
  type updateIncoming as updateContract,
} from '#contract/automation/incoming.ts';
import type { Parsed } from '#contract/http/endpoint.ts';
import { can } from '#contract/roles.ts';
import type { Member } from '../../../actor.ts';
import type { AppContext } from '../../../context.ts';
import { lockNumber } from '../../../database/lock-number.sql.ts';
import type { Executor } from '../../../database/pool.ts';
import { transaction } from '../../../database/transaction.ts';
import { invalid, notFound, requireVersion } from '../../../errors.ts';
import { hashOf, newToken } from '../../../secrets.ts';
import { getFolder } from '../../content/folders/folders.service.ts';
import { recorderOf } from '../../core/audit/audit.service.ts';
import { requireStill } from '../../people/access/access.service.ts';
import { addressOf } from './address.ts';
import * as sql from './incoming.sql.ts';

export { draftTextOf } from './read-call.ts';

/**
 * Addresses that make drafts of what is sent to them (docs/domain/automation.md, 'Incoming
 * webhooks').
 */

export type Context = Pick<AppContext, 'database' | 'live' | 'clock' | 'config' | 'limits'>;

type Body = Parsed<typeof createContract>['body'];

const FIELDS = ['name', 'folder', 'mapping'] as const;

export async function listIncoming(
  executor: Executor,
  { workspaceId }: Member,
): Promise<Incoming[]> {
  const rows = await sql.listIncoming(executor, { workspaceId, limit: MAX_INCOMING });
  return rows.map(presented);
}

/** Why an address takes nothing; null where it does. */
export function obstacleOf({
  role,
  makes_drafts: makesDrafts,
  folder,
}: Pick<sql.IncomingRow, 'role' | 'makes_drafts' | 'folder'>): string | null {
  if (role === null || !can(role, 'write'))
    return 'Its maker may not write in this workspace any more: save it anew.';
  if (makesDrafts && folder === null) return 'Its folder was deleted: choose another one.';
  return null;
}

const presented = ({ role, ...row }: sql.IncomingRow): Incoming => ({
  ...row,
  obstacle: obstacleOf({ ...row, role }),
});

/** @throws AppError 404 */
async function getIncoming(executor: Executor, { workspaceId }: Member, id: number) {
  const [row] = await sql.findIncoming(executor, { workspaceId, id });
  if (!row) throw notFound('address', id);
  return presented(row);
}

const rowOf = ({ workspaceId, userId }: Member, { name, folder, mapping }: Body) => ({
  ...{ workspaceId, userId, name, folder },
  mapping: JSON.stringify(mapping),
});

/** @throws AppError 404 */
const requireFolder = async (tx: Executor, person: Member, folder: number | null) => {
  if (folder !== null) await getFolder(tx, person, folder);
};

/** @throws AppError 400 where there are too many; 404 for the folder */
export function createIncoming(context: Context, person: Member, body: Body) {
  const secret = newToken();
  return transaction(context, async (tx) => {
    await lockNumber(tx, { what: 'incoming', id: person.workspaceId });
    await requireStill(tx, person, 'manage');
    await requireFolder(tx, person, body.folder);
    const [made] = await sql.insertIncoming(tx, {
      ...rowOf(person, body),
      ...{ hash: hashOf(secret), ending: secret.slice(-4), max: MAX_INCOMING },
    });
    if (!made) throw invalid({ name: [`A workspace has at most ${MAX_INCOMING} addresses.`] });
    await note(tx, person, 'create', made.id, {}, body);
    const address = addressOf(context.config, secret);
    return { ...(await getIncoming(tx, person, made.id)), address };
  });
}

/** @throws AppError 404; 409 with the `current` one where `version` is stale */
export function updateIncoming(
  context: Context,
  person: Member,
  id: number,
  { version, ...body }: Parsed<typeof updateContract>['body'],
): Promise<Incoming> {
  return transaction(context, async (tx) => {
    await requireStill(tx, person, 'manage');
    await sql.lockIncoming(tx, { workspaceId: person.workspaceId, id });
    const before = await getIncoming(tx, person, id);
    requireVersion(version, before, 'address');
    await requireFolder(tx, person, body.folder);
    await sql.updateIncoming(tx, { ...rowOf(person, body), id });
    await note(tx, person, 'update', id, before, body);
    return getIncoming(tx, person, id);
  });
}

/** @throws AppError 404 */
export function deleteIncoming(context: Context, person: Member, id: number): Promise<void> {
  return transaction(context, async (tx) => {
    const [gone] = await sql.deleteIncoming(tx, { workspaceId: person.workspaceId, id });
    if (!gone) throw notFound('address', id);
    await note(tx, person, 'delete', id, gone, {});
  });
}

const note = recorderOf<Incoming>({ objectType: 'incoming', topic: 'webhooks', fields: FIELDS });
