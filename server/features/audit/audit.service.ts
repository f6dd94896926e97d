import type { Executor } from '../../database/pool.ts';
import { insertEntry, type NewEntry } from './audit.sql.ts';

/** By field: what was before, what is after. */
export type Changes = Record<string, { before: unknown; after: unknown }>;

/** The fields in which two states of a thing differ. */
export function changesBetween<T extends object>(before: T, after: T, fields: readonly (keyof T & string)[]): Changes {
  const changes: Changes = {};
  for (const field of fields) {
    if (JSON.stringify(before[field]) !== JSON.stringify(after[field])) {
      changes[field] = { before: before[field], after: after[field] };
    }
  }
  return changes;
}

/** Writes an audit entry in the transaction of what it tells of. */
export function record(
  tx: Executor,
  who: { workspaceId: number; userId: number | null; ip: string | null },
  what: Pick<NewEntry, 'action' | 'objectType' | 'objectId'> & {
    /** The item that it is about, where it is not one itself. */
    contentItem?: number;
    changes?: Changes;
  },
) {
  return insertEntry(tx, {
    workspaceId: who.workspaceId,
    userId: who.userId,
    ip: who.ip,
    action: what.action,
    objectType: what.objectType,
    objectId: what.objectId,
    contentItem: what.contentItem ?? (what.objectType === 'item' ? what.objectId : null),
    changes: JSON.stringify(what.changes ?? {}),
  });
}
