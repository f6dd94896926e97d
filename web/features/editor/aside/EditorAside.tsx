import { ChevronRight, History, MessageSquare, Sparkles } from 'lucide-react';
import { useState } from 'react';
import type { Item } from '#contract/content/items.ts';
import { openFindings } from '#web/features/assistant/findings/open-findings.ts';
import { useAssistant } from '#web/features/assistant/runs/assistant-query.ts';
import { useEditor, useEditorState } from '#web/features/editor/store/editor-context.ts';
import { isUnsaved } from '#web/features/editor/store/editor-state.ts';
import { EditorPublications } from '#web/features/publishing/delivery/EditorPublications.tsx';
import { AssigneeField } from '#web/features/publishing/workflow/AssigneeField.tsx';
import { ReviewPanel } from '#web/features/publishing/workflow/ReviewPanel.tsx';
import { useItemActions } from '#web/features/workbench/actions/use-item-actions.tsx';
import type { HistoryDialogProps } from '#web/features/workbench/history/HistoryDialog.tsx';
import { laterComponent } from '#web/lib/later.ts';

const HistoryDialog = laterComponent<HistoryDialogProps>(() =>
  import('#web/features/workbench/history/HistoryDialog.tsx').then(
    (module) => module.HistoryDialog,
  ),
);

const SAVE_FIRST = 'Save what you wrote first.';

type Props = {
  items: Item[] | undefined;
  /** Opens the comments. */
  onComments: () => void;
};

/** Where a post is published, and of what is saved its review, its history and its comments. */
export function EditorAside({ items = [], onComments }: Props) {
  const editor = useEditor();
  const [isOpen, setOpen] = useState(false);
  const blocked = useEditorState(isUnsaved) ? SAVE_FIRST : undefined;
  const [item] = items;
  const isAssisted = useAssistant() !== undefined;
  const close = () => setOpen(false);
  return (
    <>
      <EditorPublications item={item} onAdd={() => void editor.publish()} />
      {item && (
        <>
          <section aria-label="Review" className="flex flex-col gap-3 border-line border-t p-4">
            <h2 className="font-semibold text-[13px]">Review</h2>
            <AssigneeField item={item.id} value={item.assignee} />
            <ReviewPanel item={item} blocked={blocked} />
          </section>
          <AsideRow
            icon={MessageSquare}
            label="Comments"
            count={item.comments}
            onOpen={onComments}
          />
          <AsideRow icon={History} label="History" onOpen={() => setOpen(true)} />
          {isAssisted && (
            <AsideRow
              icon={Sparkles}
              label="Read as an editor"
              onOpen={() => openFindings(item.id)}
            />
          )}
          {isOpen && (
            <HistoryDialog parts={items} blocked={blocked} onClose={close} onRestored={close} />
          )}
        </>
      )}
    </>
  );
}

type RowProps = {
  icon: typeof History;
  label: string;
  count?: number;
  onOpen: () => void;
};

const AsideRow = ({ icon: Icon, label, count = 0, onOpen }: RowProps) => (
  <button
    type="button"
    onClick={onOpen}
    className="flex h-10 w-full shrink-0 items-center gap-3 border-line border-t px-4 text-left text-[13px] -outline-offset-2 last:border-b hover:bg-hover"
  >
    <Icon size={16} aria-hidden className="text-muted" />
    <span className="grow">{label}</span>
    {count > 0 && (
      <>
        <span aria-hidden className="text-muted tabular-nums">
          {count}
        </span>
        <span className="sr-only">, {count}</span>
      </>
    )}
    <ChevronRight size={16} aria-hidden className="text-muted" />
  </button>
);

/** The actions of the command palette on what is edited. */
export const ItemActions = ({ item, blocked }: { item: Item; blocked: boolean }) =>
  useItemActions(item, { editing: true, blocked });
