import { ArrowLeft, PanelRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { paths } from '#contract/paths.ts';
import { EditorSaved } from '#web/features/editor/store/EditorSaved.tsx';
import { useEditor, useEditorState } from '#web/features/editor/store/editor-context.ts';
import { type EditorKind, whatIsMissing } from '#web/features/editor/store/editor-fields.ts';
import { isLocked } from '#web/features/editor/store/editor-state.ts';
import { backToList } from '#web/lib/way-back.ts';
import { Button } from '#web/ui/Button.tsx';
import { PublishPost } from './PublishPost.tsx';

type Props = {
  gone: boolean;
  /** Who else has it open. */
  others: readonly string[];
  tabs: ReactNode;
  /** Opens the drawer with settings and preview; undefined where they have a place. */
  onDrawer: (() => void) | undefined;
  isDrawerOpen: boolean;
};

/** The bar of the editor: what it is, whether it is saved, and what saves and publishes it. */
export function EditorBar({ gone, others, tabs, onDrawer, isDrawerOpen }: Props) {
  const editor = useEditor();
  const navigate = useNavigate();
  const isNew = useEditorState((state) => state.isNew);
  const kind = useEditorState(({ fields }) => fields.kind);
  const isComplete = useEditorState(({ fields }) => whatIsMissing(fields) === undefined);
  const isLeaving = useEditorState(({ request }) => request === 'leave');
  const locked = useEditorState(isLocked);
  const blocked = !isComplete || locked || gone;
  return (
    <div
      data-sticks
      className="sticky top-12 z-20 flex h-12 shrink-0 items-center gap-2 border-line border-b bg-surface px-4 max-sm:gap-1.5 max-sm:px-3"
    >
      <Button asChild variant="ghost" size="bar" className="-ml-2 px-2">
        <Link to={paths.content} title="Back to Content" onClick={backToList(navigate)}>
          <ArrowLeft size={16} aria-hidden />
          <span className="sr-only">Back to Content</span>
        </Link>
      </Button>
      <h1 className="min-w-0 truncate font-semibold text-[15px] sm:shrink-0">
        {isNew ? 'Create Content' : 'Edit Content'}
      </h1>
      {tabs}
      <EditorSaved gone={gone} />
      <p
        role="status"
        className="min-w-0 max-w-48 truncate text-[13px] text-muted max-lg:sr-only"
        title={others.join(', ')}
      >
        {others.length > 0 && `Also open: ${others.join(', ')}`}
      </p>
      <Button asChild variant="ghost" size="bar" className="max-lg:hidden">
        <Link to={paths.content}>Cancel</Link>
      </Button>
      {isNew && (
        <Button
          size="bar"
          disabled={blocked}
          onClick={() => void editor.saver.save({ another: true })}
          className="max-[1199px]:hidden"
        >
          Save and write another
        </Button>
      )}
      {onDrawer && (
        <Button
          variant="ghost"
          size="icon"
          aria-label="Settings and preview"
          aria-haspopup="dialog"
          aria-expanded={isDrawerOpen}
          title="Settings and preview"
          onClick={onDrawer}
        >
          <PanelRight size={16} aria-hidden />
        </Button>
      )}
      {!gone && <PublishPost />}
      <Button type="submit" variant="primary" size="bar" disabled={blocked}>
        {saveLabel(kind, isNew, isLeaving)}
      </Button>
    </div>
  );
}

function saveLabel(kind: EditorKind, isNew: boolean, saving: boolean) {
  if (!isNew) return saving ? 'Saving...' : 'Save Changes';
  if (saving) return 'Creating...';
  return kind === 'thread' ? 'Create Thread' : 'Create Content';
}
