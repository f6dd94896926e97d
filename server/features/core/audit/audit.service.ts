import type { Actor } from '../../../actor.ts';
import type { Executor } from '../../../database/pool.ts';
import { insertEntry, type NewEntry } from './audit.sql.ts';

/** By field: the values before and after. */
export type Changes = Record<string, { before: unknown; after: unknown }>;

/** The fields in which two states differ. */
export function changesBetween<T extends object>(
  before: T,
  after: T,
  fields: readonly (keyof T & string)[],
): Changes {
  const changes: Changes = {};
  for (const field of fields) {
    // What is absent is null: as JSON it would be left out, and an entry has both.
    const change = { before: before[field] ?? null, after: after[field] ?? null };
    if (JSON.stringify(change.before) !== JSON.stringify(change.after)) changes[field] = change;
  }
  return changes;
}

/** Writes an audit entry, in the transaction of the change. */
export function record(
  tx: Executor,
  who: Pick<Actor, 'workspaceId' | 'userId' | 'ip' | 'key'>,
  what: Pick<NewEntry, 'action' | 'objectType' | 'objectId'> & {
    /** The item that it is about, where the object is not an item. */
    contentItem?: number;
    changes?: Changes;
  },
) {
  return insertEntry(tx, {
    workspaceId: who.workspaceId,
    userId: who.userId,
    ip: who.ip,
    apiKey: who.key?.id ?? null,
    action: what.action,
    objectType: what.objectType,
    objectId: what.objectId,
    contentItem: what.contentItem ?? (what.objectType === 'item' ? what.objectId : null),
    changes: JSON.stringify(what.changes ?? {}),
  });
}
