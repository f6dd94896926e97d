import { z } from 'zod';
import { MEDIA_KINDS } from '../attachments.ts';
import { endpoint } from '../http/endpoint.ts';
import { Id, IdParams, IdText, Instant, InstantText, nameText, repeated } from '../http/fields.ts';
import { LocalTime, Zone } from '../wall-time.ts';
import { PUBLICATION_STATES, Publication, STOP_REASONS } from './publications.ts';

/** What goes out when (docs/domain/calendar.md, 'The calendar'). */

/** The longest period of one request, in days: a month with the days around it. */
const MAX_DAYS = 62;
/** The maximum number of entries of one request. */
export const MAX_ENTRIES = 5000;

/** The states of an entry: a draft has a time, and nothing is sent by it. */
export const ENTRY_STATES = ['draft', ...PUBLICATION_STATES] as const;
export type EntryState = (typeof ENTRY_STATES)[number];

const EXPECTED_DAY = 'Expected a day, such as 2026-01-31.';
const Day = z.iso.date(EXPECTED_DAY);

/** A publication, or a draft with a time: `publication` is null then. */
const Entry = z.object({
  publication: z.int().nullable(),
  /** The first item of the post; null where it was deleted permanently. */
  item: z.int().nullable(),
  /** Of a publication one, of a draft those that are meant. */
  channels: z.array(z.int()),
  state: z.enum(ENTRY_STATES),
  reason: z.enum(STOP_REASONS).nullable(),
  due_at: Instant,
  /** The wall time that was chosen, with its zone; null for an instant. */
  local_time: z.string().nullable(),
  zone: z.string().nullable(),
  /** Whether it has a slot of the queue, and whether it is held: that, or all publishing, is paused. */
  queued: z.boolean(),
  held: z.boolean(),
  /** The beginning of the text. */
  excerpt: z.string(),
  /** The number of its items. */
  parts: z.int(),
  /** The first file of the first part. */
  picture: z
    .object({
      hash: z.string(),
      kind: z.enum(MEDIA_KINDS),
      focus: z.tuple([z.number(), z.number()]),
    })
    .nullable(),
  author: z.int().nullable(),
});
export type Entry = z.output<typeof Entry>;

const Note = z.object({ id: z.int(), day: z.string(), text: z.string() });
export type Note = z.output<typeof Note>;

const states = repeated(
  z.enum(ENTRY_STATES, `Expected one of ${ENTRY_STATES.join(', ')}.`),
).optional();

const filters = {
  channel: repeated(IdText).optional(),
  folder: repeated(IdText).optional(),
  state: states,
  author: repeated(IdText).optional(),
};

/** Without `state`, cancelled ones as well. */
export const getCalendar = endpoint({
  method: 'GET',
  path: '/api/calendar/',
  access: 'read',
  summary: `Publications, drafts with a time, and notes of a period of at most ${MAX_DAYS} days`,
  query: z.object({ from: InstantText, to: InstantText, ...filters }).refine(
    ({ from, to }) => {
      const ms = Date.parse(to) - Date.parse(from);
      return ms > 0 && ms <= MAX_DAYS * 24 * 60 * 60_000;
    },
    { path: ['to'], message: `Expected a time after 'from', ${MAX_DAYS} days later at most.` },
  ),
  response: z.object({
    /** In the order of their times. */
    entries: z.array(Entry),
    /** Whether there are more than fit. */
    is_cut: z.boolean(),
    notes: z.array(Note),
  }),
});

/** What a strip says of the days to come. */
export const getOutlook = endpoint({
  method: 'GET',
  path: '/api/calendar/outlook/',
  access: 'read',
  summary: 'The next publication, the number planned, and which of the next seven days have none',
  response: z.object({
    /** The number of connected channels. */
    channels: z.int(),
    next: Publication.nullable(),
    /** Of the next seven days, today included, in the zone of the workspace. */
    planned: z.int(),
    gaps: z.array(z.string()),
  }),
});

const NoteText = nameText('A note', {
  max: 100,
  missing: 'Expected a string.',
  long: 'A note has at most 100 characters.',
});

export const createNote = endpoint({
  method: 'POST',
  path: '/api/calendar/notes/',
  access: 'write',
  summary: 'Add a note to a day',
  body: z.object({ day: Day, text: NoteText }),
  response: Note,
  status: 201,
});

export const updateNote = endpoint({
  method: 'PUT',
  path: '/api/calendar/notes/:id/',
  access: 'write',
  summary: 'Change the text of a note',
  params: IdParams,
  body: z.object({ text: NoteText }),
  response: Note,
});

export const deleteNote = endpoint({
  method: 'DELETE',
  path: '/api/calendar/notes/:id/',
  access: 'write',
  summary: 'Delete a note',
  params: IdParams,
});

const MAX_CHANNELS = 50;
const Channels = z
  .array(Id, 'Expected the ids of channels.')
  .max(MAX_CHANNELS, `Expected at most ${MAX_CHANNELS} channels.`)
  .default([]);

const WallTime = z.object({ local: LocalTime, zone: Zone.optional() });

/** A time of a draft: nothing is sent by it. */
const DraftTime = z.object({
  item: z.int(),
  local_time: z.string(),
  zone: z.string(),
  due_at: Instant,
  channels: z.array(z.int()),
});
export type DraftTime = z.output<typeof DraftTime>;

export const getDraftTime = endpoint({
  method: 'GET',
  path: '/api/content/items/:id/time/',
  access: 'read',
  summary: 'The time for which a draft is planned',
  params: IdParams,
  response: z.object({ time: DraftTime.nullable() }),
});

/** `seen`: the time that the caller has seen; with another one, nothing is changed (409). */
export const setDraftTime = endpoint({
  method: 'PUT',
  path: '/api/content/items/:id/time/',
  access: 'write',
  summary: 'Plan a draft for a time; this does not schedule it',
  params: IdParams,
  body: z.object({
    at: WallTime,
    channels: Channels.optional(),
    seen: InstantText.optional(),
  }),
  response: DraftTime,
});

export const deleteDraftTime = endpoint({
  method: 'DELETE',
  path: '/api/content/items/:id/time/',
  access: 'write',
  summary: 'Remove the planned time of a draft',
  params: IdParams,
});

/** The maximum number of repetitions of one request. */
export const MAX_REPETITIONS = 104;
export const INTERVALS = ['day', 'week', 'month'] as const;

/** Copies of a post as drafts, each with its time. */
export const repeatItem = endpoint({
  method: 'POST',
  path: '/api/content/items/:id/repeat/',
  access: 'write',
  summary: 'Copy a post as drafts that are planned at regular intervals',
  params: IdParams,
  body: z
    .object({
      /** The time of the first copy. */
      at: WallTime,
      channels: Channels,
      interval: z.enum(INTERVALS, `Expected one of ${INTERVALS.join(', ')}.`),
      /** The number of intervals between two of them. */
      every: z
        .int('Expected a number.')
        .min(1, 'Expected at least 1.')
        .max(52, 'Expected at most 52.')
        .default(1),
      /** How many copies, or the last day. */
      count: z
        .int('Expected a number.')
        .min(1, 'Expected at least 1.')
        .max(MAX_REPETITIONS, `Expected at most ${MAX_REPETITIONS}.`)
        .optional(),
      until: Day.optional(),
    })
    .refine(({ count, until }) => (count === undefined) !== (until === undefined), {
      path: ['count'],
      message: 'Expected either a count or a last day.',
    }),
  response: z.array(DraftTime),
  status: 201,
});

/** The maximum number of rows of an import. */
export const MAX_ROWS = 10_000;
/** The size of the text of an import, in bytes. */
const MAX_CSV_BYTES = 8 * 1024 * 1024;

/** The columns of the template. */
export const TEMPLATE_COLUMNS = ['text', 'time', 'channels', 'folder', 'tags'] as const;
export const IMPORT_COLUMNS = [...TEMPLATE_COLUMNS, 'date', 'zone'] as const;
export type ImportColumn = (typeof IMPORT_COLUMNS)[number];
export const SEPARATORS = [',', ';', '\t', '|'] as const;
export type Separator = (typeof SEPARATORS)[number];
/** More columns than this end the reading: all of a file may be one row. */
export const MAX_COLUMNS = 100;

const ImportColumn = z.enum(IMPORT_COLUMNS, `Expected one of ${IMPORT_COLUMNS.join(', ')}.`);

const ImportError = z.object({
  /** As a spreadsheet counts: the heading is row 1. */
  row: z.int(),
  column: z.enum(IMPORT_COLUMNS).nullable(),
  detail: z.string(),
});
export type ImportError = z.output<typeof ImportError>;

/** How a table was understood. */
const Understood = {
  /** Null for a single column. */
  separator: z.enum(SEPARATORS).nullable(),
  has_heading: z.boolean(),
  columns: z.array(
    z.object({
      /** Empty where there is none. */
      heading: z.string(),
      /** Null where it is left out. */
      becomes: z.enum(IMPORT_COLUMNS).nullable(),
      /** The beginnings of its first values. */
      samples: z.array(z.string()),
    }),
  ),
};

/**
 * All rows or none: where one is wrong, nothing is imported, and all errors are listed. Separator,
 * heading and columns are guessed where they are not given.
 */
export const importPosts = endpoint({
  method: 'POST',
  path: '/api/calendar/import/',
  access: 'write',
  summary: `Import up to ${MAX_ROWS} drafts with their times from CSV; with \`check\`, only validate them`,
  body: z.object({
    csv: z.string('Expected the text of a CSV file.').min(1, 'The file is empty.'),
    /** For rows that name none. */
    folder: Id,
    check: z.boolean('Expected true or false.').optional(),
    separator: z.enum(SEPARATORS, 'Expected a comma, a semicolon, a tab or |.').optional(),
    has_heading: z.boolean('Expected true or false.').optional(),
    /** What each column becomes, from the first on; null leaves one out. */
    columns: z
      .array(ImportColumn.nullable(), 'Expected an array of columns.')
      .max(MAX_COLUMNS, `Expected at most ${MAX_COLUMNS} columns.`)
      .refine((columns) => {
        const named = columns.filter((name) => name !== null);
        return new Set(named).size === named.length;
      }, 'A column appears twice.')
      .optional(),
  }),
  response: z.object({
    /** The number of rows, and of the drafts that were made. */
    rows: z.int(),
    imported: z.int(),
    errors: z.array(ImportError),
    /** How many errors there are; 1,000 at most are listed. */
    error_count: z.int(),
    ...Understood,
  }),
  bodyLimit: MAX_CSV_BYTES,
});

export const FORMATS = ['csv', 'json', 'ics'] as const;

export const exportCalendar = endpoint({
  method: 'GET',
  path: '/api/calendar/export/',
  access: 'read',
  summary: 'What is planned or was published, as CSV, JSON or iCalendar',
  query: z.object({
    format: z.enum(FORMATS, `Expected one of ${FORMATS.join(', ')}.`).default('csv'),
    from: InstantText.optional(),
    to: InstantText.optional(),
    ...filters,
  }),
  response: { kind: 'file', types: ['text/csv', 'application/json', 'text/calendar'] },
});

const Feed = z.object({
  /** Null where there is none. */
  created_at: Instant.nullable(),
  read_at: Instant.nullable(),
});

export const getFeed = endpoint({
  method: 'GET',
  path: '/api/calendar/feed/',
  access: 'read',
  summary: 'Whether the caller has a calendar address, and when it was last read',
  response: Feed,
});

export const createFeed = endpoint({
  method: 'POST',
  path: '/api/calendar/feed/',
  access: 'read',
  summary: 'Create the secret calendar address of the caller; revokes a former one',
  response: Feed.extend({ url: z.string() }),
  status: 201,
});

export const deleteFeed = endpoint({
  method: 'DELETE',
  path: '/api/calendar/feed/',
  access: 'read',
  summary: 'Revoke the calendar address of the caller',
});

/** The token is the credential: calendar applications send no other. */
export const readFeed = endpoint({
  method: 'GET',
  path: '/api/calendar/feed/:token/',
  access: 'public',
  summary: 'What is planned, as iCalendar, at the secret address of a member',
  params: z.object({ token: z.string().max(100) }),
  response: { kind: 'file', types: ['text/calendar'] },
});
