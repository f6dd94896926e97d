import { detailsOf, type Item } from '#contract/content/items.ts';
import { isSamePart } from '#web/features/content/items/same-part.ts';
import { keepingMine } from './conflict.ts';
import { type Caret, type Input, NO_HISTORY, recorded, redone, undone } from './edit-history.ts';
import { type EditorFields, type EditorKind, saySame } from './editor-fields.ts';
import {
  type Base,
  type By,
  type EditorState,
  type Failure,
  type FocusTarget,
  isDirty,
  isLocked,
  isSettled,
  otherIn,
} from './editor-state.ts';
import { fieldsOf } from './initial-fields.ts';
import { merging } from './merge.ts';
import { asOneText, haveSameTexts, identified, sameFirst } from './parts.ts';

/** What is the case around the text. */
type Around = Pick<EditorState, 'isHeld' | 'isPlanned' | 'isGone'>;

type Edit = {
  to: Partial<EditorFields>;
  /** It takes a proposal of the assistant. */
  isTaken?: boolean | undefined;
  focus?: FocusTarget | undefined;
  input?: Input | undefined;
  before?: Caret | undefined;
  after?: Caret | undefined;
};

export type Action =
  | ({ do: 'edit' } & Edit)
  | ({ do: 'switch'; kind: EditorKind } & Pick<Edit, 'before' | 'after'>)
  | { do: 'focus'; focus: FocusTarget }
  | { do: 'write in'; part: string }
  | { do: 'undo'; here?: Caret | undefined }
  | { do: 'redo' }
  | { do: 'put in folder'; folder: number }
  | { do: 'send'; by: By }
  | { do: 'saved'; by: By; values: EditorFields; items: Item[]; taken?: number }
  | { do: 'create' }
  | { do: 'failed'; by: By; values: EditorFields; failure: Failure }
  | ({ do: 'read'; theirs?: Item[] | undefined } & Around)
  | { do: 'begin again'; base: Base }
  | { do: 'compare'; items: Item[] | undefined }
  | { do: 'keep mine'; items: Item[] }
  | { do: 'keep'; isKept: boolean }
  | { do: 'publish'; isOpen: boolean }
  | { do: 'finish' };

/** The state after an action. What somebody else has saved is taken over as soon as it may be. */
export const reduced = (state: EditorState, action: Action): EditorState =>
  following(step(state, action));

function step(state: EditorState, action: Action): EditorState {
  switch (action.do) {
    case 'edit':
      return isLocked(state) ? state : edited(state, action);
    case 'switch':
      return isLocked(state) ? state : switched(state, action);
    case 'undo':
    case 'redo':
      return isLocked(state) ? state : travelled(state, action);
    case 'focus':
      return { ...state, focus: action.focus };
    case 'write in':
      return { ...state, part: action.part };
    case 'put in folder':
      return { ...state, fields: { ...state.fields, folder: action.folder } };
    case 'send':
      return { ...state, request: action.by, refusal: undefined };
    case 'saved':
      return adopted(
        // Its author has created it.
        {
          ...state,
          request: undefined,
          isNew: state.isNew && action.by !== 'hand',
          taken: state.taken - (action.taken ?? 0),
        },
        action.values,
        action.items,
      );
    case 'create':
      return { ...state, isNew: false };
    case 'failed':
      return failed({ ...state, request: undefined }, action);
    case 'read': {
      const { theirs, isHeld, isPlanned, isGone } = action;
      return { ...state, theirs, isHeld, isPlanned, isGone };
    }
    case 'begin again':
      return begunAgain(state, action.base);
    case 'compare':
      return { ...state, conflict: action.items };
    case 'keep mine':
      return { ...keepingMine(state, action.items), conflict: undefined };
    case 'keep':
      return { ...state, isKept: action.isKept };
    case 'publish':
      return { ...state, isPublishing: action.isOpen };
    case 'finish':
      return { ...state, isDone: true };
  }
}

function edited(state: EditorState, { to, focus, isTaken, ...how }: Edit): EditorState {
  const { fields, history } = state;
  const after =
    focus?.start === undefined ? how.after : { end: focus.start, ...focus, start: focus.start };
  return {
    ...state,
    fields: { ...fields, ...to },
    history: recorded(history, fields, to, { ...how, after }),
    touched: true,
    ...(isTaken && { taken: state.taken + 1 }),
    ...(focus && { focus }),
  };
}

/** Makes one text of the parts, or parts of it. */
function switched(
  state: EditorState,
  { kind, ...how }: Omit<Edit, 'to'> & { kind: EditorKind },
): EditorState {
  const { fields, former } = state;
  // The tabs say so twice: at the press, and when they get the focus.
  if (kind === fields.kind) return state;
  const [text] = fields.parts;
  if (kind === 'single') {
    const parts = text ? [{ ...text, ...asOneText(fields.parts) }] : [];
    return { ...edited(state, { ...how, to: { kind, parts } }), former: fields.parts };
  }
  const isUnchanged = former && text && isSamePart(asOneText(former), text);
  const parts = sameFirst(isUnchanged ? former : fields.parts, text);
  return edited(state, { ...how, to: { kind, parts } });
}

function travelled(state: EditorState, action: Action & { do: 'undo' | 'redo' }): EditorState {
  const { history, base, fields, ids } = state;
  const result = action.do === 'undo' ? undone(history, action.here) : redone(history);
  if (!result) return state;
  // A thread that is saved stays one.
  const stays = base.saved && base.fields.kind === 'thread';
  const next = { ...fields, ...result.fields, ...(stays && { kind: 'thread' as const }) };
  return {
    ...state,
    history: result.history,
    fields: identified(next, ids),
    touched: true,
    ...(result.caret && { focus: { ...result.caret } }),
  };
}

/** Goes on from what was saved while writing went on. */
function adopted(state: EditorState, values: EditorFields, items: Item[]): EditorState {
  const [root] = items;
  if (!root) return state;
  const added = values.parts.flatMap(({ key }, at) => {
    const id = items[at]?.id;
    return id === undefined ? [] : [[key, id] as const];
  });
  const ids = { ...state.ids, ...Object.fromEntries(added) };
  // A change of an approved text makes it a draft.
  const { status } = root;
  const isFollowed = state.fields.status === values.status;
  return {
    ...state,
    ids,
    base: {
      fields: identified({ ...values, status }, ids),
      saved: { ...detailsOf(root), id: root.id, version: root.version },
    },
    fields: identified(isFollowed ? { ...state.fields, status } : state.fields, ids),
    failures: 0,
    isOffline: false,
    lost: undefined,
    restoredAt: undefined,
  };
}

function failed(state: EditorState, { by, values, failure }: Action & { do: 'failed' }) {
  const { kind, current, message, isOffline = false } = failure;
  const { lost, base } = state;
  // The answer to an earlier request was lost: the text is saved.
  if (current && lost && haveSameTexts(lost.parts, current)) return adopted(state, lost, current);
  const merged = kind === 'stale' && current && merging(state, current);
  if (merged) return merged;
  // A new text whose item was deleted is a new text again.
  if (kind === 'missing' && base.saved && state.isNew) return forgotten(state);
  const isByHand = by !== 'itself';
  return {
    ...state,
    isOffline,
    ...(kind === 'unknown' && { lost: values }),
    ...(kind === 'unknown' || kind === 'later'
      ? { failures: state.failures + 1 }
      : !isByHand && { refused: base }),
    ...(isByHand && kind === 'stale' && { conflict: current }),
    ...(isByHand && message && kind !== 'stale' && { refusal: message }),
  };
}

/** A new text again, whose item was deleted. */
function forgotten(state: EditorState): EditorState {
  const { fields } = state.base;
  const blank = { content: '', network_texts: {}, media: [] };
  const base = {
    fields: { ...fields, parts: fields.parts.slice(0, 1).map(({ key }) => ({ key, ...blank })) },
    saved: undefined,
  };
  const parts = state.fields.parts.map(({ id: _, ...part }) => part);
  return { ...state, base, ids: {}, fields: { ...state.fields, parts } };
}

/** With another text in the place of this one. */
const begunAgain = (state: EditorState, base: Base): EditorState => ({
  ...state,
  base,
  fields: base.fields,
  history: NO_HISTORY,
  former: undefined,
  restoredAt: undefined,
  conflict: undefined,
  lost: undefined,
});

/** Takes over what was saved elsewhere, or merges it, where nothing of one's own is in its way. */
function following(state: EditorState): EditorState {
  const other = isSettled(state) ? otherIn(state) : undefined;
  if (!other) return state;
  const fields = fieldsOf(other);
  // One's own save whose answer never came, or another version of the same text.
  const own = [state.lost, state.fields].find((mine) => mine && saySame(mine, fields));
  if (own) return adopted(state, own, other);
  if (isDirty(state)) return (!state.conflict && merging(state, other)) || state;
  return begunAgain(state, { fields, saved: other[0] });
}
