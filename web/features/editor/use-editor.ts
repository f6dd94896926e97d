import { type RefObject, useCallback, useRef, useState } from 'react';
import {
  DETAIL_FIELDS,
  type Details,
  detailsOf,
  type Item,
  isSamePart,
} from '#contract/content/items.ts';
import { ApiError, isMissing } from '#web/api/client.ts';
import { randomKey } from '#web/lib/random-key.ts';
import { useLeaveGuard } from '#web/lib/use-leave-guard.ts';
import { toast } from '#web/ui/toast.ts';
import { type EditorFields, type EditorValues, textOf, whatIsMissing } from './editor-fields.ts';
import type { Part } from './parts.ts';
import { useAutosave } from './use-autosave.ts';
import { useEditHistory } from './use-edit-history.ts';
import { NEW, type UnsavedPlace } from './use-unsaved.ts';

const TOO_MANY_REQUESTS = 429;

/** The saved item, or the root of the saved thread, that editing began with. */
export type Saved = Details & { id: number; version: number };

export type EditorOptions = {
  /** The initial fields. */
  initial: EditorFields;
  /** Undefined for a new item. */
  saved: Saved | undefined;
  /** What the way here asks for: it wins over that of a draft. */
  asked?: Partial<EditorFields>;
  /** Where the draft is stored until it is saved. */
  unsaved: UnsavedPlace;
  /** Converts a saved item or thread to fields. */
  fieldsOf: (saved: Item[]) => EditorFields;
  /** Saves; rejects with the error of the API. */
  onSave: (
    values: EditorValues,
    saved: Saved | undefined,
    how: { key: string; created: boolean },
  ) => Promise<unknown>;
  /**
   * Saves a draft without a word, and returns its items in order; rejects with the error of the
   * API. Undefined where only a person may decide to save. `key` is the Idempotency-Key of a new text.
   */
  onAutosave:
    | ((values: EditorValues, saved: Saved | undefined, key: string) => Promise<Item[]>)
    | undefined;
  /** Called after saving; `another`: to write another one. */
  onSaved: (folder: number, another: boolean) => void;
};

/** The fields beside the content. */
const METADATA_FIELDS = ['folder', 'status', 'description', ...DETAIL_FIELDS] as const;

type Base = { fields: EditorFields; saved: Saved | undefined };

/** The state of the editor: fields, whether they are saved, and conflicts. */
export function useEditor(
  form: RefObject<HTMLElement | null>,
  { initial, saved, asked, unsaved, fieldsOf, onSave, onAutosave, onSaved }: EditorOptions,
) {
  const [draft, setDraft] = useState(unsaved.found);
  const [key] = useState(() => draft?.value.key ?? randomKey());
  // What was restored is saved only once its author goes on with it.
  const [touched, setTouched] = useState(draft === null);
  const [fields, setFields] = useState(() =>
    draft ? { ...upgraded(draft.value.fields), ...asked } : initial,
  );
  // Refs, because saving and leaving may come before the next rendering.
  const latest = useRef(fields);
  // The draft keeps the version that it began with: if that is stale, saving reports a conflict.
  const [base, setBaseState] = useState<Base>({
    fields: initial,
    saved: saved && { ...saved, version: draft?.value.version ?? saved.version },
  });
  const latestBase = useRef(base);
  const setBase = (next: Base) => {
    latestBase.current = next;
    setBaseState(next);
  };
  const [saving, setSaving] = useState(false);
  const autosaving = useRef<Promise<void>>(undefined);
  const [isAutosaving, setAutosaving] = useState(false);
  const [failures, setFailures] = useState(0);
  /** What was sent, and perhaps saved: its answer never came. */
  const lost = useRef<EditorFields>(undefined);
  /** What began with this is saved by hand alone: the server refuses it. */
  const [refusedBase, setRefusedBase] = useState<Base>();
  const [refusal, setRefusal] = useState<string>();
  const [conflict, setConflict] = useState<Item[]>();
  const [isStored, setStored] = useState(true);
  const dirty = textOf(fields) !== textOf(base.fields);
  const isDone = useRef(false);
  const isDirty = useCallback(
    () => !isDone.current && textOf(latest.current) !== textOf(latestBase.current.fields),
    [],
  );
  const guard = useLeaveGuard(isDirty);

  const keep = (next: EditorFields, from = latestBase.current) =>
    setStored(
      unsaved.keep(
        textOf(next) === textOf(from.fields)
          ? null
          : { fields: next, version: from.saved?.version, key },
      ),
    );

  const set = (next: EditorFields, from = latestBase.current) => {
    latest.current = next;
    setFields(next);
    keep(next, from);
  };
  /** The items of parts, by the keys of these: a step that is taken back knows them as they were. */
  const ids = useRef(new Map<string, number>());
  const history = useEditHistory<EditorFields>(form, {
    isLocked: () => saving || isDone.current,
    apply: (fields) => {
      setTouched(true);
      // A thread that is saved stays one.
      const kind = latestBase.current.saved && latestBase.current.fields.kind;
      const next = { ...latest.current, ...fields, ...(kind === 'thread' && { kind }) };
      set(identified(next, ids.current));
    },
  });
  const change = (part: Partial<EditorFields>) => {
    setTouched(true);
    history.record(latest.current, part);
    set({ ...latest.current, ...part });
  };
  // A new text that was saved automatically is new until its author says that it is created.
  const creating = saved === undefined;

  function discardDraft() {
    isDone.current = true;
    unsaved.keep(null);
  }

  /** @param as the values of a new text; by default it is the one that editing began with */
  async function save({ as, another = false }: { as?: EditorFields; another?: boolean } = {}) {
    if (saving) return;
    const missing = whatIsMissing(as ?? latest.current);
    if (missing) return invalid(missing);
    const focused = document.activeElement;
    setSaving(true);
    setRefusal(undefined);
    try {
      // It may create what is to be saved.
      await autosaving.current;
      const values = as ?? latest.current;
      const folder = values.folder as number;
      const from = as ? undefined : latestBase.current.saved;
      await onSave(
        { ...sendable(values), folder },
        from,
        // A copy of what was deleted is another text.
        { key: as ? randomKey() : key, created: creating },
      );
      discardDraft();
      onSaved(folder, another);
    } catch (error) {
      fail(error);
    } finally {
      setSaving(false);
      // A disabled field loses the focus.
      requestAnimationFrame(() => {
        if (document.activeElement === document.body && focused instanceof HTMLElement)
          focused.focus();
      });
    }
  }

  const due =
    onAutosave &&
    touched &&
    dirty &&
    !saving &&
    !isAutosaving &&
    !conflict &&
    refusedBase !== base &&
    guard.state !== 'blocked' &&
    fields.status === 'draft' &&
    base.fields.status === 'draft' &&
    // Without the part that the page is about, others would see it as deleted.
    (!base.saved || fields.parts.some(({ id }) => id === base.saved?.id)) &&
    whatIsMissing(fields) === undefined;
  useAutosave({
    due: due ? textOf(fields) : null,
    isNew: base.saved === undefined,
    failures,
    save: () => {
      autosaving.current = autosave().finally(() => {
        autosaving.current = undefined;
      });
    },
  });

  async function autosave() {
    const { current: values } = latest;
    const { current: before } = latestBase;
    const { folder } = values;
    if (!onAutosave || folder === null || isDone.current) return;
    setAutosaving(true);
    try {
      const items = await onAutosave({ ...sendable(values), folder }, before.saved, key);
      lost.current = undefined;
      if (isDone.current) return;
      setFailures(0);
      adopt(values, items);
      const [root] = items;
      if (!before.saved && root) await unsaved.moveTo(String(root.id));
    } catch (error) {
      const current = staleItems(error);
      // The answer to an earlier request was lost: the text is saved.
      if (current && lost.current && isText(lost.current, fieldsOf(current)))
        return adopt(lost.current, current);
      if (isMissing(error) && creating && before.saved) return forget();
      if (!(error instanceof ApiError) || error.status === 0 || error.status >= 500)
        lost.current = values;
      const isRefusal = error instanceof ApiError && error.status >= 400 && error.status < 500;
      // A save by hand says why.
      if (isRefusal && error.status !== TOO_MANY_REQUESTS) setRefusedBase(before);
      else setFailures(failures + 1);
    } finally {
      setAutosaving(false);
    }
  }

  /** Parts with the ids that the server knows: one that was removed and saved is a new one. */
  function sendable(values: EditorFields): EditorFields {
    const known = new Set(latestBase.current.fields.parts.map(({ id }) => id));
    return {
      ...values,
      parts: values.parts.map(({ id, ...part }) =>
        id !== undefined && known.has(id) ? { ...part, id } : part,
      ),
    };
  }

  /** The item of a new text was deleted: it is a new text again. */
  function forget() {
    const parts = latest.current.parts.map(({ id: _, ...part }) => part);
    ids.current.clear();
    const again = { fields: initial, saved: undefined };
    setBase(again);
    set({ ...latest.current, parts }, again);
    void unsaved.moveTo(NEW);
  }

  /** Goes on from what was saved while writing went on. */
  function adopt(values: EditorFields, items: Item[]) {
    const [root] = items;
    if (!root) return;
    values.parts.forEach(({ key }, at) => {
      const id = items[at]?.id;
      if (id !== undefined) ids.current.set(key, id);
    });
    const again = {
      fields: identified(values, ids.current),
      saved: { ...detailsOf(root), id: root.id, version: root.version },
    };
    setBase(again);
    set(identified(latest.current, ids.current), again);
    setDraft(null);
  }

  function fail(error: unknown) {
    const current = staleItems(error);
    if (current) return setConflict(current);
    if (isMissing(error) && creating && latestBase.current.saved) forget();
    const what = `Failed to ${creating ? 'create' : 'update'} content`;
    const said = error instanceof ApiError ? error.message : '';
    const description =
      latest.current.kind === 'thread' && said ? `${what}: ${said}` : `${what}. Please try again.`;
    toast({ title: 'Error', description, variant: 'destructive' });
    // Only refusals have a message for the author.
    if (error instanceof ApiError && error.status >= 400 && error.status < 500) setRefusal(said);
  }

  function begin(again: Base) {
    history.forget();
    setBase(again);
    set(again.fields, again);
    setDraft(null);
    setConflict(undefined);
  }

  const isSame = (name: keyof EditorFields, fields: EditorFields, other: EditorFields) =>
    JSON.stringify(fields[name]) === JSON.stringify(other[name]);

  /**
   * Takes over fields that were not changed here, so that no change of somebody else is undone
   * silently.
   */
  const untouched = (theirs: EditorFields) =>
    Object.fromEntries(
      METADATA_FIELDS.filter((name) => isSame(name, latest.current, base.fields)).map((name) => [
        name,
        theirs[name],
      ]),
    );

  /** Fields that both have changed, to different values. */
  const disputed = (theirs: EditorFields) =>
    METADATA_FIELDS.filter(
      (name) =>
        !isSame(name, latest.current, base.fields) &&
        !isSame(name, theirs, base.fields) &&
        !isSame(name, latest.current, theirs),
    );

  function keepMine(current: Item[]) {
    const [root] = current;
    if (!root || !base.saved) return;
    const theirs = fieldsOf(current);
    const again = {
      fields: theirs,
      saved: { ...base.saved, id: root.id, version: root.version, ...detailsOf(root) },
    };
    setBase(again);
    // Parts that somebody else has removed are created again.
    const there = new Set(current.map(({ id }) => id));
    const parts = latest.current.parts.map(({ id, ...part }) =>
      id && there.has(id) ? { ...part, id } : part,
    );
    set({ ...latest.current, ...untouched(theirs), parts }, again);
    setConflict(undefined);
    void save();
  }

  return {
    fields,
    change,
    base: base.saved,
    savedKind: base.saved && base.fields.kind,
    /** Whether it is saved and navigating. */
    isDone: () => isDone.current,
    /** The present fields, for changes that are faster than rendering. */
    latest,
    creating,
    dirty,
    /** Whether unsaved changes are stored on this device. */
    isStored,
    /** When the restored draft was stored. */
    draftSavedAt: draft?.at,
    filled: whatIsMissing(fields) === undefined,
    saving,
    isAutosaving,
    refusal,
    conflict,
    disputed: conflict ? disputed(fieldsOf(conflict)) : [],
    guard,
    // An open dialog takes precedence.
    save: ({ another = false } = {}) => {
      if (!conflict && guard.state !== 'blocked') void save({ another });
    },
    /** Discards the draft and continues the navigation. */
    leave: () => {
      discardDraft();
      guard.proceed?.();
    },
    /** Reverts to the saved version. */
    discard: () => begin({ fields: initial, saved }),
    takeTheirs: (current: Item[]) => begin({ fields: fieldsOf(current), saved: current[0] }),
    keepMine,
    /** Saves the text as a new item, where the original was deleted. */
    saveAsNew: () => {
      const parts = latest.current.parts.map(({ id: _, ...part }) => part);
      void save({ as: { ...latest.current, parts, status: 'draft' } });
    },
    /** Opens the dialog with both texts. */
    compare: (current: Item[]) => setConflict(current),
    dismissConflict: () => setConflict(undefined),
  };
}

/** The items that a stale save was refused with. */
const staleItems = (error: unknown) =>
  error instanceof ApiError && error.code === 'stale'
    ? ([error.body.current].flat() as Item[])
    : undefined;

/** Fields whose parts have the ids of their items. */
function identified(fields: EditorFields, ids: ReadonlyMap<string, number>): EditorFields {
  const parts = fields.parts.map((part) => {
    const id = ids.get(part.key);
    return id === undefined || id === part.id ? part : { ...part, id };
  });
  // The same list, where nothing is new: a step of it can be undone then.
  return parts.every((part, at) => part === fields.parts[at]) ? fields : { ...fields, parts };
}

/** Whether two texts have the same parts, whatever their ids. */
const isText = (a: EditorFields, b: EditorFields) =>
  a.parts.length === b.parts.length &&
  a.parts.every((part, at) => isSamePart(part, b.parts[at] as Part));

/** Drafts of former releases have neither texts for networks nor files. */
const upgraded = ({ parts, ...fields }: EditorFields): EditorFields => ({
  ...fields,
  parts: parts.map((part) => ({
    ...part,
    network_texts: part.network_texts ?? {},
    media: part.media ?? [],
  })),
});

function invalid(description: string) {
  toast({ title: 'Validation Error', description, variant: 'destructive' });
}
