import type { Item } from '#contract/content/items.ts';
import { useItemActions } from '#web/features/actions/use-item-actions.tsx';
import { HistoryButton } from '#web/features/history/HistoryButton.tsx';
import { EditorPublications } from '#web/features/publishing/EditorPublications.tsx';
import { PublishButton } from '#web/features/publishing/PublishButton.tsx';
import { subjectOf } from '#web/features/publishing/subject.ts';
import { ReviewPanel } from '#web/features/workflow/ReviewPanel.tsx';
import { laterComponent } from '#web/lib/later.ts';

const Comments = laterComponent(() =>
  import('#web/features/comments/Comments.tsx').then((module) => module.Comments),
);

const SAVE_FIRST = 'Save what you wrote first.';

/** What is saved: where it is published, its review, its history and its comments. */
export function EditorAside({
  item,
  parts,
  unsaved,
}: {
  item: Item;
  /** The item, or all parts of its thread. */
  parts: Item[];
  unsaved: boolean;
}) {
  const blocked = unsaved ? SAVE_FIRST : undefined;
  return (
    <>
      <section
        aria-label="Publishing"
        className="flex flex-col items-start gap-3 border-line border-t p-4"
      >
        <h2 className="font-semibold text-[13px]">Publishing</h2>
        <EditorPublications item={item} />
      </section>
      <section aria-label="Review" className="flex flex-col gap-3 border-line border-t p-4">
        <h2 className="font-semibold text-[13px]">Review</h2>
        <ReviewPanel item={item} blocked={blocked} />
        <div className="border-line border-t pt-3">
          <HistoryButton parts={parts} blocked={blocked} closes />
        </div>
        <div className="flex flex-col gap-3 border-line border-t pt-3">
          <h3 className="font-medium text-[13px]">Comments</h3>
          <Comments key={item.id} item={item.id} />
        </div>
      </section>
    </>
  );
}

/** Publishes what is saved, once nothing is unsaved. */
export const PublishSaved = ({ item, unsaved }: { item: Item; unsaved: boolean }) => (
  <PublishButton
    size="bar"
    disabled={unsaved}
    {...(unsaved && { title: SAVE_FIRST })}
    subject={subjectOf(item)}
  />
);

/** The actions of the command palette on what is edited. */
export const ItemActions = ({ item, blocked }: { item: Item; blocked: boolean }) =>
  useItemActions(item, { editing: true, blocked });
