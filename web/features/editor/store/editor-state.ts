import type { Details, Item } from '#contract/content/items.ts';
import { type EditHistory, NO_HISTORY } from './edit-history.ts';
import { areSame, type EditorFields, isEmpty, whatIsMissing } from './editor-fields.ts';
import type { Part } from './parts.ts';

/** The saved item, or the root of the saved thread. */
export type Saved = Details & { id: number; version: number };

/** What is saved, as far as this page knows. */
export type Base = { fields: EditorFields; saved: Saved | undefined };

/**
 * Who saves: the author and goes on, the author and leaves the editor, or the editor `itself`. A
 * text that only a person may decide to save is not saved by the last.
 */
export type By = 'hand' | 'leave' | 'itself';

/** Where the caret goes; without positions it stays where the field has it. */
export type FocusTarget = { field: string; start?: number; end?: number };

export type Failure = {
  /**
   * `unknown`: there was no answer, or one of a failing server, so that it may be saved; `later`: it
   * may succeed without a change.
   */
  kind: 'unknown' | 'later' | 'refused' | 'missing' | 'stale';
  /** There was no answer. */
  isOffline?: boolean;
  /** What the server said to the author. */
  message?: string;
  /** The items that are saved in place of those that were known. */
  current?: Item[];
};

/** The state of an open post. */
export type EditorState = {
  fields: EditorFields;
  base: Base;
  history: EditHistory<EditorFields>;
  /** The part that is being written, by its key. */
  part?: string | undefined;
  /** Where the last step leads to. */
  focus?: FocusTarget | undefined;
  /** The parts of a thread that became one text: they come back where it is unchanged. */
  former?: Part[] | undefined;
  /** The items of parts, by the keys of these: a step that is taken back knows them. */
  ids: Readonly<Record<string, number>>;
  /** Whether it did not exist when editing began, and its author has not created it since. */
  isNew: boolean;
  /** Whether its author has changed it on this page. */
  touched: boolean;
  /** When what was restored from this device was stored there. */
  restoredAt?: string | undefined;
  /** Whether this device keeps what is not saved. */
  isKept: boolean;
  request?: By | undefined;
  /** Whether the publish dialog is open. */
  isPublishing: boolean;
  /** How many requests in a row have failed that may succeed later. */
  failures: number;
  isOffline: boolean;
  /** What was sent, and perhaps saved: its answer never came. */
  lost?: EditorFields | undefined;
  /** The server refused a change of this: it is saved by hand alone. */
  refused?: Base | undefined;
  /** Why the server refused what was saved by hand. */
  refusal?: string | undefined;
  /** What somebody else has saved, while both texts are shown. */
  conflict?: Item[] | undefined;
  /** How many proposals of the assistant were taken that are not saved. */
  taken: number;
  /** What was taken from the text of somebody else, the last time. */
  merged?: readonly string[] | undefined;
  /** What is saved by now, as it was read last. */
  theirs?: Item[] | undefined;
  /** Whether the text is being changed elsewhere on this page. */
  isHeld: boolean;
  /** Whether somebody has deleted it. */
  isGone: boolean;
  /** Whether it will be published by itself: only a save by hand changes what appears. */
  isPlanned: boolean;
  /** Whether it is saved or discarded, and the editor is being left. */
  isDone: boolean;
};

export const stateFrom = (
  base: Base,
  given: Partial<Pick<EditorState, 'fields' | 'restoredAt' | 'lost' | 'isPlanned'>> = {},
): EditorState => ({
  fields: base.fields,
  base,
  history: NO_HISTORY,
  ids: {},
  isNew: base.saved === undefined,
  touched: given.restoredAt === undefined,
  isKept: true,
  failures: 0,
  taken: 0,
  isOffline: false,
  isPublishing: false,
  isHeld: false,
  isGone: false,
  isPlanned: false,
  isDone: false,
  ...given,
});

/** Whether anything differs from what is saved. */
export const isDirty = ({ fields, base }: EditorState) => !areSame(fields, base.fields);

/** Whether something would be lost with this page and this device. */
export const isUnsaved = (state: EditorState) =>
  !state.isDone && isDirty(state) && (state.base.saved !== undefined || !isEmpty(state.fields));

/** Whether nothing can be changed: it is being saved to leave, or changed elsewhere. */
export const isLocked = ({ request, isHeld, isDone }: EditorState) =>
  request === 'leave' || isHeld || isDone;

/** Whether its author can save it as it is. */
export const mayBeSaved = (state: EditorState) =>
  // A text of this page is simply created again.
  (!state.isGone || state.isNew) &&
  !state.conflict &&
  state.refused !== state.base &&
  whatIsMissing(state.fields) === undefined;

/** Whether the editor itself may save what is there. */
export const mayAutosave = (state: EditorState) =>
  !state.isPlanned &&
  state.fields.status === 'draft' &&
  state.base.fields.status === 'draft' &&
  // Without the part that the page is about, others would see it as deleted.
  (!state.base.saved || state.fields.parts.some(({ id }) => id === state.base.saved?.id)) &&
  mayBeSaved(state);

/** Whether the last save has found no server, and this device keeps what is not saved. */
export const isUnreached = ({ failures, isKept }: EditorState) => failures > 0 && isKept;

/** Whether the editor saves after a pause: what was restored only once its author goes on. */
export const isDue = (state: EditorState) =>
  state.touched && !state.request && !isLocked(state) && isUnsaved(state) && mayAutosave(state);

/** Whether nothing is under way, so that what others have saved can be looked at. */
export const isSettled = (state: EditorState) => !state.request && !isLocked(state);

/** What is saved by now, where that is another version than this page knows. */
export function otherIn({ base: { saved }, theirs }: EditorState): Item[] | undefined {
  const root = theirs?.[0];
  // A late answer may be older than what was saved here.
  const isOther = saved && root && (root.id !== saved.id || root.version > saved.version);
  return isOther ? theirs : undefined;
}

/** Another version that somebody else has saved, and that does not simply replace this one. */
export const newerIn = (state: EditorState) =>
  isSettled(state) && isDirty(state) ? otherIn(state) : undefined;
