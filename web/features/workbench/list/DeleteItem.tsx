import type { Item } from '#contract/content/items.ts';
import { cut } from '#web/lib/text.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx';

const DIALOG_PREVIEW = 100;

type Props = { item: Item; onConfirm: () => void; onClose: () => void };

/** Asks whether an item is deleted. */
export const DeleteItem = ({ item, onConfirm, onClose }: Props) => (
  <ConfirmDialog
    open
    title="Delete Content"
    question="Are you sure you want to delete this content? This action cannot be undone."
    confirm="Delete"
    onConfirm={onConfirm}
    onClose={onClose}
  >
    <div className="flex flex-col items-start gap-2 rounded-base bg-sunken p-3">
      <p dir="auto" className="max-w-full whitespace-pre-line break-words">
        {cut(item.content.trim(), DIALOG_PREVIEW)}
      </p>
      {item.is_thread_part && (
        <Badge>
          {item.is_thread_root ? `Thread Root (${item.thread_size} items)` : 'Thread Reply'}
        </Badge>
      )}
    </div>
  </ConfirmDialog>
);
