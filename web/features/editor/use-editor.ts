import { useCallback, useRef, useState } from 'react';
import type { Item } from '#contract/items.ts';
import { ApiError } from '#web/api/client.ts';
import { useLeaveGuard } from '#web/lib/use-leave-guard.ts';
import { toast } from '#web/ui/Toaster.tsx';
import type { EditorFields, EditorValues } from './editor-fields.ts';
import { useKeptText } from './use-kept-text.ts';

export type EditorOptions = {
  /** The item that is edited; none writes a new one. */
  item?: Item;
  /** What the fields begin with. */
  initial: EditorFields;
  /** Saves; `version` is the one that was read, undefined for a new item. Rejects with the API's refusal. */
  onSave: (values: EditorValues, version: number | undefined) => Promise<unknown>;
  /** Where to go once it is saved. */
  onSaved: (folder: number) => void;
};

const same = (a: EditorFields, b: EditorFields) => JSON.stringify(a) === JSON.stringify(b);

/** What is being written, whether it is saved, and what stands in the way of saving it. */
export function useEditor({ item, initial, onSave, onSaved }: EditorOptions) {
  const draft = useKeptText();
  const [fields, setFields] = useState(draft.kept ?? initial);
  // Read when saving and when leaving, which may happen before the next rendering.
  const latest = useRef(fields);
  const [base, setBase] = useState({ fields: initial, version: item?.version });
  const [saving, setSaving] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const [conflict, setConflict] = useState<Item>();
  const dirty = !same(fields, base.fields);
  const unsaved = useRef(dirty);
  unsaved.current = dirty;
  draft.keepOnSignOut(dirty ? latest.current : null);
  const guard = useLeaveGuard(useCallback(() => unsaved.current, []));

  const set = (next: EditorFields) => {
    latest.current = next;
    setFields(next);
  };
  const change = (part: Partial<EditorFields>) => set({ ...latest.current, ...part });
  const filled = fields.folder !== null && fields.content.trim() !== '';

  async function save(version = base.version) {
    if (saving) return;
    const { folder, content } = latest.current;
    if (folder === null) return invalid('Please select a folder');
    if (content.trim() === '') return invalid('Content is required');
    setSaving(true);
    setRefusal(undefined);
    try {
      await onSave({ ...latest.current, folder }, version);
      unsaved.current = false;
      onSaved(folder);
    } catch (error) {
      fail(error);
    } finally {
      setSaving(false);
    }
  }

  function fail(error: unknown) {
    if (error instanceof ApiError && error.code === 'stale') return setConflict(error.body.current as Item);
    const description = `Failed to ${item ? 'update' : 'create'} content. Please try again.`;
    toast({ title: 'Error', description, variant: 'destructive' });
    // Only a refusal says something that the writer can mend.
    if (error instanceof ApiError && error.status >= 400 && error.status < 500) setRefusal(error.message);
  }

  function takeTheirs(current: Item) {
    const theirs = { folder: current.folder, status: current.status, content: current.content, tags: current.tags };
    set(theirs);
    setBase({ fields: theirs, version: current.version });
    setConflict(undefined);
  }

  function keepMine(current: Item) {
    setBase({ ...base, version: current.version });
    setConflict(undefined);
    void save(current.version);
  }

  return {
    fields,
    change,
    dirty,
    filled,
    saving,
    refusal,
    conflict,
    guard,
    // A question that is open wants its own answer first.
    save: () => {
      if (!conflict && guard.state !== 'blocked') void save();
    },
    takeTheirs,
    keepMine,
    goOnWriting: () => setConflict(undefined),
  };
}

function invalid(description: string) {
  toast({ title: 'Validation Error', description, variant: 'destructive' });
}
