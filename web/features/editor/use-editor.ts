import { useCallback, useRef, useState } from 'react';
import { DETAIL_FIELDS, type Details, detailsOf, type Item } from '#contract/items.ts';
import { ApiError } from '#web/api/client.ts';
import { useLeaveGuard } from '#web/lib/use-leave-guard.ts';
import { toast } from '#web/ui/Toaster.tsx';
import { type EditorFields, type EditorValues, textOf, whatIsMissing } from './editor-fields.ts';
import type { UnsavedPlace } from './use-unsaved.ts';

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
  onSave: (values: EditorValues, saved: Saved | undefined) => Promise<unknown>;
  /** Called after saving; `another`: to write another one. */
  onSaved: (folder: number, another: boolean) => void;
};

/** The fields beside the content. */
const METADATA_FIELDS = ['folder', 'status', 'description', ...DETAIL_FIELDS] as const;

type Base = { fields: EditorFields; saved: Saved | undefined };

/** The state of the editor: fields, whether they are saved, and conflicts. */
export function useEditor({
  initial,
  saved,
  asked,
  unsaved,
  fieldsOf,
  onSave,
  onSaved,
}: EditorOptions) {
  const [draft, setDraft] = useState(unsaved.found);
  const [fields, setFields] = useState(() =>
    draft ? { ...upgraded(draft.value.fields), ...asked } : initial,
  );
  // Refs, because saving and leaving may come before the next rendering.
  const latest = useRef(fields);
  // The draft keeps the version that it began with: if that is stale, saving reports a conflict.
  const [base, setBase] = useState<Base>({
    fields: initial,
    saved: saved && { ...saved, version: draft?.value.version ?? saved.version },
  });
  const [saving, setSaving] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const [conflict, setConflict] = useState<Item[]>();
  const [isStored, setStored] = useState(true);
  const dirty = textOf(fields) !== textOf(base.fields);
  const isDone = useRef(false);
  const isDirty = useCallback(
    () => !isDone.current && textOf(latest.current) !== textOf(base.fields),
    [base],
  );
  const guard = useLeaveGuard(isDirty);

  const keep = (next: EditorFields, from = base) =>
    setStored(
      unsaved.keep(
        textOf(next) === textOf(from.fields)
          ? null
          : { fields: next, version: from.saved?.version },
      ),
    );

  const set = (next: EditorFields, from = base) => {
    latest.current = next;
    setFields(next);
    keep(next, from);
  };
  const change = (part: Partial<EditorFields>) => set({ ...latest.current, ...part });
  const creating = base.saved === undefined;

  function discardDraft() {
    isDone.current = true;
    unsaved.keep(null);
  }

  async function save(from: Saved | undefined, values = latest.current, another = false) {
    if (saving) return;
    const { folder } = values;
    const missing = whatIsMissing(values);
    if (missing || folder === null) return invalid(missing ?? '');
    const focused = document.activeElement;
    setSaving(true);
    setRefusal(undefined);
    try {
      await onSave({ ...values, folder }, from);
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

  function fail(error: unknown) {
    if (error instanceof ApiError && error.code === 'stale')
      return setConflict([error.body.current].flat() as Item[]);
    const what = `Failed to ${creating ? 'create' : 'update'} content`;
    const said = error instanceof ApiError ? error.message : '';
    const description =
      latest.current.kind === 'thread' && said ? `${what}: ${said}` : `${what}. Please try again.`;
    toast({ title: 'Error', description, variant: 'destructive' });
    // Only refusals have a message for the author.
    if (error instanceof ApiError && error.status >= 400 && error.status < 500) setRefusal(said);
  }

  function begin(again: Base) {
    setBase(again);
    set(again.fields, again);
    setDraft(null);
    setConflict(undefined);
  }

  const isSame = (name: keyof EditorFields, one: EditorFields, other: EditorFields) =>
    JSON.stringify(one[name]) === JSON.stringify(other[name]);

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
    const from = { ...base.saved, id: root.id, version: root.version, ...detailsOf(root) };
    const theirs = fieldsOf(current);
    const again = { fields: theirs, saved: from };
    setBase(again);
    // Parts that somebody else has removed are created again.
    const there = new Set(current.map(({ id }) => id));
    const parts = latest.current.parts.map(({ id, ...part }) =>
      id && there.has(id) ? { ...part, id } : part,
    );
    set({ ...latest.current, ...untouched(theirs), parts }, again);
    setConflict(undefined);
    void save(from);
  }

  return {
    fields,
    change,
    base: base.saved,
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
    refusal,
    conflict,
    disputed: conflict ? disputed(fieldsOf(conflict)) : [],
    guard,
    // An open dialog takes precedence.
    save: ({ another = false } = {}) => {
      if (!conflict && guard.state !== 'blocked') void save(base.saved, latest.current, another);
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
      void save(undefined, { ...latest.current, parts, status: 'draft' });
    },
    /** Opens the dialog with both texts. */
    compare: (current: Item[]) => setConflict(current),
    dismissConflict: () => setConflict(undefined),
  };
}

/** Drafts of former releases have no texts for networks. */
const upgraded = ({ parts, ...fields }: EditorFields): EditorFields => ({
  ...fields,
  parts: parts.map((part) => ({ ...part, network_texts: part.network_texts ?? {} })),
});

function invalid(description: string) {
  toast({ title: 'Validation Error', description, variant: 'destructive' });
}
