import { useCallback, useRef, useState } from 'react';
import type { Item } from '#contract/items.ts';
import { ApiError } from '#web/api/client.ts';
import { useLeaveGuard } from '#web/lib/use-leave-guard.ts';
import { toast } from '#web/ui/Toaster.tsx';
import { type EditorFields, type EditorValues, textOf, whatIsMissing } from './editor-fields.ts';
import type { UnsavedPlace } from './use-unsaved.ts';

/** The item, or the thread by its root, that the text began with. */
export type Saved = { id: number; version: number; tags: string[] };

export type EditorOptions = {
  /** What the fields begin with. */
  initial: EditorFields;
  /** What was read; undefined for what is new. */
  saved: Saved | undefined;
  /** Where what is written is kept until it is saved. */
  unsaved: UnsavedPlace;
  /** The fields as this saved item, or this saved thread, has them. */
  fieldsOf: (saved: Item[]) => EditorFields;
  /** Saves; rejects with the API's refusal. */
  onSave: (values: EditorValues, saved: Saved | undefined) => Promise<unknown>;
  /** Where to go once it is saved. */
  onSaved: (folder: number) => void;
};

/** What is chosen beside the text. */
const BESIDE = ['folder', 'status', 'description', 'tags'] as const;

type Base = { fields: EditorFields; saved: Saved | undefined };

/** What is being written, whether it is saved, and what stands in the way of saving it. */
export function useEditor({ initial, saved, unsaved, fieldsOf, onSave, onSaved }: EditorOptions) {
  const [kept, setKept] = useState(unsaved.found);
  const [fields, setFields] = useState(kept?.value.fields ?? initial);
  // Read when saving and when leaving, which may happen before the next rendering.
  const latest = useRef(fields);
  // What was kept began with the version that was there then: if that is over, saving says so.
  const [base, setBase] = useState<Base>({
    fields: initial,
    saved: saved && { ...saved, version: kept?.value.version ?? saved.version },
  });
  const [saving, setSaving] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const [conflict, setConflict] = useState<Item[]>();
  const [keeps, setKeeps] = useState(true);
  const dirty = textOf(fields) !== textOf(base.fields);
  const over = useRef(false);
  const isDirty = useCallback(() => !over.current && textOf(latest.current) !== textOf(base.fields), [base]);
  const guard = useLeaveGuard(isDirty);

  const keep = (next: EditorFields, from = base) =>
    setKeeps(
      unsaved.keep(textOf(next) === textOf(from.fields) ? null : { fields: next, version: from.saved?.version }),
    );

  const set = (next: EditorFields, from = base) => {
    latest.current = next;
    setFields(next);
    keep(next, from);
  };
  const change = (part: Partial<EditorFields>) => set({ ...latest.current, ...part });
  const creating = base.saved === undefined;

  function letGo() {
    over.current = true;
    unsaved.keep(null);
  }

  async function save(from: Saved | undefined, values = latest.current) {
    if (saving) return;
    const { folder } = values;
    const missing = whatIsMissing(values);
    if (missing || folder === null) return invalid(missing ?? '');
    const focused = document.activeElement;
    setSaving(true);
    setRefusal(undefined);
    try {
      await onSave({ ...values, folder }, from);
      letGo();
      onSaved(folder);
    } catch (error) {
      fail(error);
    } finally {
      setSaving(false);
      // What was disabled meanwhile has lost the focus.
      requestAnimationFrame(() => {
        if (document.activeElement === document.body && focused instanceof HTMLElement) focused.focus();
      });
    }
  }

  function fail(error: unknown) {
    if (error instanceof ApiError && error.code === 'stale') return setConflict([error.body.current].flat() as Item[]);
    const what = `Failed to ${creating ? 'create' : 'update'} content`;
    const said = error instanceof ApiError ? error.message : '';
    const description = latest.current.kind === 'thread' && said ? `${what}: ${said}` : `${what}. Please try again.`;
    toast({ title: 'Error', description, variant: 'destructive' });
    // Only a refusal says something that the writer can mend.
    if (error instanceof ApiError && error.status >= 400 && error.status < 500) setRefusal(said);
  }

  function begin(again: Base) {
    setBase(again);
    set(again.fields, again);
    setKept(null);
    setConflict(undefined);
  }

  const isSame = (name: keyof EditorFields, one: EditorFields, other: EditorFields) =>
    JSON.stringify(one[name]) === JSON.stringify(other[name]);

  /** What is theirs where nothing else was chosen here: nobody's change is undone unseen. */
  const untouched = (theirs: EditorFields) =>
    Object.fromEntries(
      BESIDE.filter((name) => isSame(name, latest.current, base.fields)).map((name) => [name, theirs[name]]),
    );

  /** What both have changed, and not to the same. */
  const disputed = (theirs: EditorFields) =>
    BESIDE.filter(
      (name) =>
        !isSame(name, latest.current, base.fields) &&
        !isSame(name, theirs, base.fields) &&
        !isSame(name, latest.current, theirs),
    );

  function keepMine(current: Item[]) {
    const [root] = current;
    if (!root || !base.saved) return;
    const from = { ...base.saved, id: root.id, version: root.version, tags: root.tags };
    const theirs = fieldsOf(current);
    const again = { fields: theirs, saved: from };
    setBase(again);
    // Parts that somebody took out of the thread meanwhile are written anew.
    const there = new Set(current.map(({ id }) => id));
    const parts = latest.current.parts.map(({ id, ...part }) => (id && there.has(id) ? { ...part, id } : part));
    set({ ...latest.current, ...untouched(theirs), parts }, again);
    setConflict(undefined);
    void save(from);
  }

  return {
    fields,
    change,
    base: base.saved,
    /** Whether it is saved and on its way to where that leads. */
    isOver: () => over.current,
    /** The fields as they are now, for changes that come faster than renderings. */
    latest,
    creating,
    dirty,
    /** Whether what is not saved is kept on this device. */
    keeps,
    /** Since when what was not saved had been kept, where that is what is shown. */
    keptSince: kept?.at,
    filled: whatIsMissing(fields) === undefined,
    saving,
    refusal,
    conflict,
    disputed: conflict ? disputed(fieldsOf(conflict)) : [],
    guard,
    // A question that is open wants its own answer first.
    save: () => {
      if (!conflict && guard.state !== 'blocked') void save(base.saved);
    },
    /** Leaves for where the person was going; what was written is let go. */
    leave: () => {
      letGo();
      guard.proceed?.();
    },
    /** Goes back to what is saved. */
    discard: () => begin({ fields: initial, saved }),
    takeTheirs: (current: Item[]) => begin({ fields: fieldsOf(current), saved: current[0] }),
    keepMine,
    /** Saves what is written as something new, where what it was is gone. */
    saveAsNew: () => {
      const parts = latest.current.parts.map(({ id: _, ...part }) => part);
      void save(undefined, { ...latest.current, parts, status: 'draft' });
    },
    /** Shows both texts, to choose from. */
    compare: (current: Item[]) => setConflict(current),
    goOnWriting: () => setConflict(undefined),
  };
}

function invalid(description: string) {
  toast({ title: 'Validation Error', description, variant: 'destructive' });
}
