import type { Row } from './cases.ts';

/**
 * When something is sent, not by whom: what is held, and what may still be cancelled or moved. The
 * columns `W`, `N` and `P` are in `cases.ts`; `F` is what is done afterwards: a repost, a reply, a
 * deletion.
 */

/** What may be out is looked for first, also during a pause: what is not there is held as in `N`. */
export const HELD = {
  'all publishing is paused': {
    ...{ W: 'h', N: 'h', P: 'f', F: 'h' },
  },

  'the queue is paused, and it is queued': {
    ...{ W: 'h', N: 'h', P: 'f', F: 'h' },
  },

  'a pause ends by its time, and what was due meanwhile waits for a decision': {
    ...{ W: 'h', N: 'h', P: '–', F: 'h' },
  },

  'publishing is resumed, and it is to go out now': {
    ...{ W: 'g', N: 'g', P: '–', F: 'g' },
    note: 'What is begun and may be out is not in the list of what is held.',
  },

  'publishing is resumed, and it is to go out now, but an editor has changed it': {
    ...{ W: 'h', N: 'h', P: '–', F: '–' },
    note: 'What lacks something stays, and is named; the rest goes.',
  },
} as const satisfies Record<string, Row<'W' | 'N' | 'P' | 'F'>>;

export type HeldRow = keyof typeof HELD;

/** `U`: a part may be out; `maybe`: a repost or a reply may be. */
type Whereabouts = 'W' | 'N' | 'U' | 'P' | 'F' | 'maybe';

export const TAKEN_OFF = {
  'it is cancelled, or left as it is': {
    ...{ W: 'y', N: 'y', U: 'r', P: 'y', F: 'y', maybe: 'r' },
    note: 'Between two parts it is left as it is while it only waits.',
  },

  'it is moved': {
    ...{ W: 'y', N: 'y', U: 'r', P: 'r', F: '–', maybe: '–' },
    note: 'Also what has stopped, unless somebody says that they have looked, and it is not there.',
  },

  'it is cancelled while its file is prepared': {
    ...{ W: '–', N: 'y', U: '–', P: '–', F: '–', maybe: '–' },
  },

  'it is moved while its file is prepared': {
    ...{ W: '–', N: 'y', U: '–', P: '–', F: '–', maybe: '–' },
  },
} as const satisfies Record<string, Row<Whereabouts>>;

export type TakenOffRow = keyof typeof TAKEN_OFF;

/** A restored copy that takes over. */
export const TAKEN_OVER = {
  'it was due since the backup': { result: 'late', note: 'It stops: it may be out since.' },
  'it was due since the backup, and is moved, published or retried without a look': {
    result: 'r',
    note: 'Whoever has looked says so, and it goes on.',
  },
  'it is a reply or a repost, and is continued without a look': {
    result: 'r',
    note: 'Whenever it is due: a deletion alone is repeated without harm.',
  },
  'it is due later': { result: 'g', note: 'It is looked for once, then asked.' },
  'its approval was taken back after the backup': {
    result: 'g',
    note: 'Unknown here, as whatever happened since.',
  },
} as const satisfies Record<string, Row<'result'>>;
