import type { Item } from '#contract/content/items.ts';
import { useProposals } from '#web/features/automation/rules/proposal-queries.ts';
import { useEditor, useEditorState } from '#web/features/editor/store/editor-context.ts';
import { isDirty, newerIn } from '#web/features/editor/store/editor-state.ts';
import { laterComponent } from '#web/lib/later.ts';
import { relativeTime } from '#web/lib/time/time.ts';
import { Button } from '#web/ui/Button.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import type { RuleProposalsProps } from './RuleProposals.tsx';
import { StoppedNotice } from './StoppedNotice.tsx';

const RuleProposals = laterComponent<RuleProposalsProps>(
  () => import('./RuleProposals.tsx').then((module) => module.RuleProposals),
  { isExtra: true, isRare: true },
);

type Props = {
  item: Item | undefined;
  gone: boolean;
  onDiscard: () => void;
};

/** What the author has to know before they go on: between the bar and the text. */
export function EditorNotices({ item, gone, onDiscard }: Props) {
  const newer = useEditorState(newerIn);
  const isNew = useEditorState((state) => state.isNew);
  const restoredAt = useEditorState((state) => (isDirty(state) ? state.restoredAt : undefined));
  const refusal = useEditorState((state) => state.refusal);
  return (
    <>
      <div role="status" className="empty:hidden">
        {(gone || newer) && <Other gone={gone} newer={newer} />}
      </div>
      {item && !gone && <StoppedNotice item={item} />}
      {item && !gone && <Proposals item={item.id} />}
      {restoredAt && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-b bg-page px-4 py-1.5">
          <p>Your unsaved text from {relativeTime(restoredAt)} has been restored.</p>
          <Button size="small" onClick={onDiscard}>
            {isNew ? 'Start over' : 'Revert to the saved text'}
          </Button>
        </div>
      )}
      {refusal && (
        <div className="sticky top-24 z-10 bg-surface px-4 py-2">
          <Alert>{refusal}</Alert>
        </div>
      )}
    </>
  );
}

/** What rules had the assistant propose. */
function Proposals({ item }: { item: number }) {
  const { data = [] } = useProposals(item);
  return data.length > 0 && <RuleProposals item={item} proposals={data} />;
}

/** What somebody else did with it. */
function Other({ gone, newer }: { gone: boolean; newer: Item[] | undefined }) {
  const editor = useEditor();
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-b bg-review px-4 py-2 text-on-review">
      <p>
        {gone
          ? 'Someone deleted this content. The text is still here.'
          : 'Someone saved another version.'}
      </p>
      {gone ? (
        <Button size="small" onClick={() => void editor.saver.saveAsNew()}>
          Save as new
        </Button>
      ) : (
        <Button size="small" onClick={() => editor.dispatch({ do: 'compare', items: newer })}>
          Compare
        </Button>
      )}
    </div>
  );
}
