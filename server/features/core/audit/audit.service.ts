import type { Topic } from '#contract/content/live.ts';
import type { Actor, Member } from '../../../actor.ts';
import { UNKNOWN } from '../../../database/fragments/principal.ts';
import type { Executor } from '../../../database/pool.ts';
import type { Transaction } from '../../../database/transaction.ts';
import { insertEntry, type NewEntry } from './audit.sql.ts';
import * as provenance from './provenance.sql.ts';

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
  who: Pick<Actor, 'workspaceId' | 'userId' | 'ip'> & { key?: { id: number } | undefined },
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

/** Whose words are in a thing: the principals of all who have changed it. */
export async function wordsIn(
  executor: Executor,
  { workspaceId }: Pick<Actor, 'workspaceId'>,
  type: 'template',
  id: number,
): Promise<number[]> {
  const [row] = await provenance.findWords(executor, { workspaceId, type, id });
  return row?.words ?? [UNKNOWN];
}

/** As what an import brings words in: they are nobody's. */
export async function importing(
  executor: Executor,
  { workspaceId }: Pick<Actor, 'workspaceId'>,
): Promise<number> {
  const [row] = await provenance.findImport(executor, { workspaceId });
  return row?.id ?? UNKNOWN;
}

/** What is recorded in this transaction has words of these principals, beside those of who does it. */
export const carryWords = (tx: Executor, principals: readonly number[]) =>
  provenance.carryWords(tx, { principals: principals.join(',') });

/**
 * Writes down, for one kind of thing, what a member has made, changed or deleted, and announces it; in
 * the transaction of the change.
 * @param kind how entries call it, the topic of those who see it, and the fields that are told
 */
export const recorderOf =
  <T extends object>({
    objectType,
    topic,
    fields,
  }: {
    objectType: NewEntry['objectType'];
    topic: Topic;
    fields: readonly (keyof T & string)[];
  }) =>
  async (
    tx: Transaction,
    person: Member,
    action: 'create' | 'update' | 'delete',
    id: number,
    before: Partial<T>,
    after: Partial<T>,
  ): Promise<void> => {
    const changes = changesBetween<Partial<T>>(before, after, fields);
    await record(tx, person, { action, objectType, objectId: id, changes });
    tx.announce({ workspaceId: person.workspaceId, topic, tab: person.tab });
  };
