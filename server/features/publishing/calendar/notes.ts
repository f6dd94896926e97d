import type { Parsed } from '#contract/http/endpoint.ts';
import type * as contract from '#contract/publishing/calendar.ts';
import type { Member } from '../../../actor.ts';
import { lockNumber } from '../../../database/lock-number.sql.ts';
import { type Transactional, transaction } from '../../../database/transaction.ts';
import { invalid, notFound } from '../../../errors.ts';
import { recorderOf } from '../../core/audit/audit.service.ts';
import * as sql from './calendar.sql.ts';

/** Notes of days. The audit log has who wrote each: rules publish their words. */

/** The maximum number of notes of a day. */
const MAX_NOTES = 10;

const recordNote = recorderOf<contract.Note>({
  objectType: 'note',
  topic: 'publications',
  fields: ['day', 'text'],
});

/** @throws AppError 400 where the day has many */
export const createNote = (
  context: Transactional,
  person: Member,
  { day, text }: Parsed<typeof contract.createNote>['body'],
): Promise<contract.Note> =>
  transaction(context, async (tx) => {
    const { workspaceId, userId } = person;
    await lockNumber(tx, { what: 'notes', id: workspaceId });
    const [note] = await sql.insertNote(tx, { workspaceId, userId, day, text, max: MAX_NOTES });
    if (!note) throw invalid({ day: [`A day has at most ${MAX_NOTES} notes.`] });
    await recordNote(tx, person, 'create', note.id, {}, note);
    return note;
  });

/** @throws AppError 404 */
export const updateNote = (
  context: Transactional,
  person: Member,
  id: number,
  text: string,
): Promise<contract.Note> =>
  transaction(context, async (tx) => {
    const { workspaceId } = person;
    const [before] = await sql.lockNote(tx, { workspaceId, id });
    const [note] = await sql.updateNote(tx, { workspaceId, id, text });
    if (!before || !note) throw notFound('note', id);
    await recordNote(tx, person, 'update', id, before, note);
    return note;
  });

/** @throws AppError 404 */
export const deleteNote = (context: Transactional, person: Member, id: number): Promise<void> =>
  transaction(context, async (tx) => {
    const [gone] = await sql.deleteNote(tx, { workspaceId: person.workspaceId, id });
    if (!gone) throw notFound('note', id);
    await recordNote(tx, person, 'delete', id, gone, {});
  });
