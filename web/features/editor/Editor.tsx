import { ArrowLeft } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { paths } from '#web/lib/paths.ts';
import { plural } from '#web/lib/text.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Textarea } from '#web/ui/Field.tsx';
import { ConflictDialog } from './ConflictDialog.tsx';
import { EditorSettings } from './EditorSettings.tsx';
import { TypeTabs } from './TypeTabs.tsx';
import { type EditorOptions, useEditor } from './use-editor.ts';

type Props = EditorOptions & {
  /** The options of the folder's select. */
  folderOptions: ReactNode;
  onNewFolder: (use: (folder: number) => void) => void;
};

/** Writes a single post, or changes one (section 2, 'Editor'). */
export function Editor({ item, initial, folderOptions, onNewFolder, onSave, onSaved }: Props) {
  const editor = useEditor({ ...(item && { item }), initial, onSave, onSaved });
  const { fields, change, dirty, saving, conflict, guard } = editor;
  const contentId = useId();

  function onSubmit(event: { preventDefault: () => void }) {
    event.preventDefault();
    editor.save();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 's' || !(event.ctrlKey || event.metaKey)) return;
    onSubmit(event);
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
      {editor.refusal && <Alert>{editor.refusal}</Alert>}
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
        <Button type="submit" variant="primary" disabled={!editor.filled || saving} title="Ctrl+S">
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
          onKeepMine={() => editor.keepMine(conflict)}
          onTakeTheirs={() => editor.takeTheirs(conflict)}
          onClose={editor.goOnWriting}
        />
      )}
    </form>
  );
}
