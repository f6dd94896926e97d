import { ArrowLeft } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, type ReactNode, useCallback, useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { Item } from '#contract/items.ts';
import { ApiError } from '#web/api/client.ts';
import { paths } from '#web/lib/paths.ts';
import { plural } from '#web/lib/text.ts';
import { useLeaveGuard } from '#web/lib/use-leave-guard.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Textarea } from '#web/ui/Field.tsx';
import { toast } from '#web/ui/Toaster.tsx';
import { ConflictDialog } from './ConflictDialog.tsx';
import { EditorSettings } from './EditorSettings.tsx';
import type { EditorFields, EditorValues } from './editor-fields.ts';
import { TypeTabs } from './TypeTabs.tsx';
import { useKeptText } from './use-kept-text.ts';

type Props = {
  /** The item that is edited; none writes a new one. */
  item?: Item;
  /** What the fields begin with. */
  initial: EditorFields;
  /** The options of the folder's select. */
  folderOptions: ReactNode;
  onNewFolder: (use: (folder: number) => void) => void;
  /** Saves; `version` is the one that was read, undefined for a new item. Rejects with the API's refusal. */
  onSave: (values: EditorValues, version: number | undefined) => Promise<unknown>;
  /** Where to go once it is saved. */
  onSaved: (folder: number) => void;
};

const same = (a: EditorFields, b: EditorFields) => JSON.stringify(a) === JSON.stringify(b);

/** Writes a single post, or changes one (section 2, 'Editor'). */
export function Editor({ item, initial, folderOptions, onNewFolder, onSave, onSaved }: Props) {
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
  const contentId = useId();

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

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    void save();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 's' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    // A question is open: it wants its own answer first.
    if (!conflict && guard.state !== 'blocked') void save();
  }

  const label = item ? (saving ? 'Saving...' : 'Save Changes') : saving ? 'Creating...' : 'Create Content';
  return (
    <form onSubmit={onSubmit} onKeyDown={onKeyDown} noValidate className="flex flex-col gap-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button asChild variant="ghost" className="-ml-3">
          <Link to={paths.content}>
            <ArrowLeft size={16} aria-hidden />
            Back to Content
          </Link>
        </Button>
        <p role="status" className="ml-auto text-muted">
          {saving ? 'Saving…' : dirty ? 'Not saved' : item ? 'Saved' : ''}
        </p>
      </div>
      <h1 className="font-semibold text-xl">{item ? 'Edit Content' : 'Create Content'}</h1>
      {refusal && <Alert>{refusal}</Alert>}
      <div className="grid items-start gap-6 lg:grid-cols-[1fr_18rem]">
        <div className="flex min-w-0 flex-col gap-4">
          <TypeTabs editing={item !== undefined} />
          <div className="flex flex-col gap-1.5">
            <label htmlFor={contentId} className="font-medium">
              Content *
            </label>
            <Textarea
              id={contentId}
              required
              rows={10}
              value={fields.content}
              readOnly={saving}
              onChange={({ target }) => change({ content: target.value })}
              className="field-sizing-content min-h-64 px-4 py-3 text-base leading-[1.6]"
            />
            <p className="text-right text-muted text-xs">{plural([...fields.content].length, 'character')}</p>
          </div>
        </div>
        <EditorSettings
          fields={fields}
          onChange={change}
          folderOptions={folderOptions}
          onNewFolder={() => onNewFolder((folder) => change({ folder }))}
        />
      </div>
      <div className="sticky bottom-0 -mx-4 flex justify-end gap-2 border-line border-t bg-page px-4 py-3 lg:-mx-8 lg:px-8">
        <Button asChild>
          <Link to={paths.content}>Cancel</Link>
        </Button>
        <Button type="submit" variant="primary" disabled={!filled || saving} title="Ctrl+S">
          {label}
        </Button>
      </div>
      <ConfirmDialog
        open={guard.state === 'blocked'}
        title="Leave without saving?"
        question="What you wrote has not been saved. If you leave now, it is lost."
        confirm="Leave"
        cancel="Stay"
        onConfirm={() => guard.proceed?.()}
        onClose={() => guard.state === 'blocked' && guard.reset()}
      />
      {conflict && (
        <ConflictDialog
          mine={fields.content}
          current={conflict}
          onKeepMine={() => keepMine(conflict)}
          onTakeTheirs={() => takeTheirs(conflict)}
          onClose={() => setConflict(undefined)}
        />
      )}
    </form>
  );
}

function invalid(description: string) {
  toast({ title: 'Validation Error', description, variant: 'destructive' });
}
