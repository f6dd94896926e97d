import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { listItems } from '#contract/content/items.ts';
import type { Sent } from '#contract/http/endpoint.ts';
import * as calendar from '#contract/publishing/calendar.ts';
import * as publications from '#contract/publishing/publications.ts';
import { localOf, resolveLocal } from '#contract/times.ts';
import { ApiError, call } from '#web/api/client.ts';
import { keys, queryClient, updateCache } from '#web/api/query.ts';
import { useInvalidatingMutation } from '#web/api/refetching.ts';
import { zonedTime } from '#web/lib/time/time.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import { type Entry, entriesOf } from './entries.ts';

const CHANGED = [keys.publications, keys.items, keys.attention];
const UNDO_MS = 8000;
/** The number of drafts beside the calendar. */
const DRAFTS = 50;

export type CalendarQuery = Sent<typeof calendar.getCalendar>['query'];
type Answer = Awaited<ReturnType<typeof call<typeof calendar.getCalendar>>>;

/** Entries and notes of a period; the former ones stay until there are new ones. */
export const useCalendar = (query: CalendarQuery | undefined) =>
  useQuery({
    enabled: query !== undefined,
    queryKey: keys.calendarOf(query ?? {}),
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call(calendar.getCalendar, { query: query as CalendarQuery, signal }),
  });

/** Drafts that have no time, and are published nowhere, the latest first. */
export const useUntimedDrafts = (search: string) =>
  useQuery({
    queryKey: keys.untimedDrafts(search),
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(listItems, {
        query: {
          status: 'draft',
          delivery: 'none',
          has_time: 'false',
          posts: 'true',
          page_size: String(DRAFTS),
          ...(search && { search }),
        },
        signal,
      }),
  });

const idOf = (id: number) => ({ params: { id: String(id) } });
const refetch = () =>
  Promise.all(CHANGED.map((queryKey) => queryClient.invalidateQueries({ queryKey })));

/** Puts entries of the cached calendars to another time, until the server has answered. */
function showMoved(entry: Entry, instant: string) {
  const moved = new Set(entry.members);
  const isMoved = (entry: Answer['entries'][number]) =>
    [...moved].some(
      (member) => member.publication === entry.publication && member.item === entry.item,
    );
  queryClient.setQueriesData<Answer>(
    { queryKey: keys.calendar },
    (known) =>
      known && {
        ...known,
        entries: known.entries.map((entry) =>
          isMoved(entry) ? { ...entry, due_at: instant, queued: false } : entry,
        ),
      },
  );
}

/** An entry as it is in the cached answer of a period; as it was drawn where it is not there. */
export function latestEntry(drawn: Entry, query: CalendarQuery, zone: string): Entry {
  const known = queryClient.getQueryData<Answer>(keys.calendarOf(query))?.entries ?? [];
  return entriesOf(known, zone).find(({ key }) => key === drawn.key) ?? drawn;
}

export type MoveTo = { local: string; zone: string; slot?: boolean };

/**
 * Moves an entry, and says so with a way back. What somebody else moved meanwhile stays as they left
 * it, and the message says who.
 * @param zone in which the message says the time
 * @param only the publications that move; all where it is not given
 * @returns whether it was moved
 */
export async function moveEntry(
  entry: Entry,
  to: MoveTo | 'queue',
  zone: string,
  only?: ReadonlySet<number>,
): Promise<boolean> {
  const members = entry.members.filter(
    ({ publication }) => !only || publication === null || only.has(publication),
  );
  const instant = to === 'queue' ? undefined : resolveLocal(to.local, to.zone).instant;
  // A refetch that is under way would bring the former time back.
  await queryClient.cancelQueries({ queryKey: keys.calendar });
  if (instant && members.length === entry.members.length)
    updateCache(() => showMoved(entry, instant));
  try {
    const due = await move(
      members.map(({ publication, item, due_at: seen, zone }) => ({
        publication,
        item,
        seen,
        at: to === 'queue' ? to : inZone(to, zone),
      })),
    );
    const text = `Moved to ${zonedTime(due, zone)}`;
    toast({
      title: 'Success',
      description: text,
      duration: UNDO_MS,
      action: { label: 'Undo', run: () => void undo(members, to === 'queue' ? undefined : due) },
    });
    return true;
  } catch (error) {
    showError(error, 'That didn’t work. Nothing was changed.', titleOf(error));
    return false;
  } finally {
    await refetch();
  }

  async function undo(former: Entry['members'], seen: string | undefined) {
    const back = former.map(({ publication, item, due_at, local_time: local, zone, queued }) => ({
      publication,
      item,
      at: local && zone ? { local, ...(queued ? { slot: true } : { zone }) } : due_at,
      ...(seen && { seen }),
    }));
    await move(back).catch((error: Error) => showError(error, 'Failed to move it back'));
    await refetch();
  }
}

function titleOf(error: unknown) {
  if (!(error instanceof ApiError)) return undefined;
  if (error.code === 'look_first') return 'Is it published?';
  // Another time than was seen.
  return error.code === 'stale' && error.body.current ? 'Moved by someone else' : undefined;
}

const messageOf = (error: ApiError) => Object.values(error.fields)[0]?.[0] ?? error.message;

/** @param otherwise what is said where the server was not reached: such an error has no message */
function showError(error: unknown, otherwise: string, title = 'Error') {
  const description = (error instanceof ApiError && messageOf(error)) || otherwise;
  toast({ title, description, variant: 'destructive' });
}

/** A time in the zone that a publication has: what is looked at may be another one. */
function inZone({ local, zone, slot }: MoveTo, own: string | null) {
  if (slot) return { local, slot };
  if (own === null || own === zone) return { local, zone };
  return { local: localOf(resolveLocal(local, zone).instant, own), zone: own };
}

type Time = Sent<typeof publications.movePublication>['body']['at'];
type Moved = { publication: number | null; item: number | null; at: Time; seen?: string };

/** Moves publications together, or a draft. Returns the instant of the first. */
async function move(members: readonly Moved[]): Promise<string> {
  const [draft] = members;
  if (draft?.publication === null && draft.item !== null) {
    const { item, at, seen } = draft;
    const wall =
      typeof at === 'object' && at
        ? { local: at.local, ...('zone' in at && at.zone && { zone: at.zone }) }
        : { local: '' };
    const body = { at: wall, ...(seen && { seen }) };
    return (await call(calendar.setDraftTime, { ...idOf(item), body })).due_at;
  }
  const moves = members.flatMap(({ publication, at, seen }) =>
    publication === null ? [] : [{ publication, at, ...(seen && { seen }) }],
  );
  const [first] = await call(publications.movePublications, { body: { moves } });
  return (first as { due_at: string }).due_at;
}

/** Gives a draft a time. */
export async function planDraft(item: number, at: { local: string; zone?: string }): Promise<void> {
  try {
    const time = await call(calendar.setDraftTime, { ...idOf(item), body: { at } });
    const text = `Planned for ${zonedTime(time.due_at, time.zone)}`;
    toast({
      title: 'Success',
      description: text,
      duration: UNDO_MS,
      action: { label: 'Undo', run: () => void forgetTime(item) },
    });
  } catch (error) {
    showError(error, 'Failed to plan the draft');
  } finally {
    await refetch();
  }
}

/** Takes the time of a draft away. */
export async function forgetTime(item: number): Promise<void> {
  await call(calendar.deleteDraftTime, idOf(item)).catch((error: Error) =>
    showError(error, 'Failed to remove the time'),
  );
  await refetch();
}

/** Cancels what an entry consists of; a draft loses its time. */
export const useCancelEntry = () =>
  useInvalidatingMutation({
    run: async ({ members }: Entry) => {
      for (const { publication, item } of members)
        if (publication !== null)
          await call(publications.cancelPublication, { ...idOf(publication), query: {} });
        else if (item !== null) await call(calendar.deleteDraftTime, idOf(item));
    },
    invalidates: CHANGED,
    success: (_, { state }) => (state === 'draft' ? 'Time cleared' : 'Unscheduled'),
    failure: 'That didn’t work. Nothing was changed.',
  });

type NoteChange =
  | { do: 'add'; day: string; text: string }
  | { do: 'change'; id: number; text: string }
  | { do: 'delete'; id: number };

export const useNotes = () =>
  useInvalidatingMutation({
    run: async (change: NoteChange) => {
      if (change.do === 'delete') return call(calendar.deleteNote, idOf(change.id));
      const { text } = change;
      await (change.do === 'add'
        ? call(calendar.createNote, { body: { day: change.day, text } })
        : call(calendar.updateNote, { ...idOf(change.id), body: { text } }));
    },
    invalidates: [keys.calendar],
    failure: 'Failed to save the note',
  });

export const importPosts = (body: Sent<typeof calendar.importPosts>['body']) =>
  call(calendar.importPosts, { body });

export const useImport = () =>
  useInvalidatingMutation({
    run: importPosts,
    invalidates: [...CHANGED, keys.folders],
    failure: 'Failed to import',
  });

export const useFeed = () =>
  useQuery({ queryKey: keys.feed, queryFn: ({ signal }) => call(calendar.getFeed, { signal }) });

export const useCreateFeed = () =>
  useInvalidatingMutation({
    run: () => call(calendar.createFeed, {}),
    invalidates: [keys.feed],
    failure: 'Failed to create the address',
  });

export const useDeleteFeed = () =>
  useInvalidatingMutation({
    run: () => call(calendar.deleteFeed, {}),
    invalidates: [keys.feed],
    success: 'Address revoked',
    failure: 'Failed to revoke the address',
  });

export const useRepeat = () =>
  useInvalidatingMutation({
    run: ({ item, ...body }: { item: number } & Sent<typeof calendar.repeatItem>['body']) =>
      call(calendar.repeatItem, { ...idOf(item), body }),
    invalidates: CHANGED,
    success: (made) => `${made.length} drafts added to the calendar`,
    failure: 'Failed to repeat the post',
  });
