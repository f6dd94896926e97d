import { Copy, CopyPlus, ListPlus, MoreHorizontal, Send, Unlink } from 'lucide-react';
import { useState } from 'react';
import type { Item } from '#contract/items.ts';
import { useCan } from '#web/api/workspace.ts';
import { useBulk } from '#web/features/bulk/bulk-queries.ts';
import { PublishDialog } from '#web/features/publishing/lazy-dialogs.tsx';
import { useDuplicateThread, useRemoveFromThread } from '#web/features/threads/thread-queries.ts';
import { cut } from '#web/lib/text.ts';
import { Button } from '#web/ui/Button.tsx';
import { Menu, MenuItem } from '#web/ui/Menu.tsx';

/** More actions for an item. */
export function CardMenu({ item, onAddToThread }: { item: Item; onAddToThread: () => void }) {
  const bulk = useBulk();
  const duplicateThread = useDuplicateThread();
  const remove = useRemoveFromThread();
  const [publishing, setPublishing] = useState(false);
  if (!useCan('write')) return null;
  return (
    <>
      <Menu
        trigger={
          <Button
            variant="ghost"
            size="icon"
            aria-label={`More actions for ${cut(item.title, 50)}`}
            title="More"
          >
            <MoreHorizontal size={16} aria-hidden />
          </Button>
        }
      >
        <MenuItem icon={Send} onSelect={() => setPublishing(true)}>
          Publish…
        </MenuItem>
        <MenuItem
          icon={Copy}
          onSelect={() => bulk.mutate({ operation: 'duplicate', ids: [item.id] })}
        >
          Duplicate
        </MenuItem>
        {item.is_thread_part ? (
          <>
            <MenuItem icon={CopyPlus} onSelect={() => duplicateThread.mutate(item.id)}>
              Duplicate thread
            </MenuItem>
            <MenuItem icon={Unlink} onSelect={() => remove.mutate(item.id)}>
              Remove from thread
            </MenuItem>
          </>
        ) : (
          <MenuItem icon={ListPlus} onSelect={onAddToThread}>
            Add to thread
          </MenuItem>
        )}
      </Menu>
      {publishing && (
        <PublishDialog
          subject={{
            items: [item.id],
            excerpt: item.content,
            parts: item.thread_size,
            ...(!item.is_thread_part || item.is_thread_root ? { version: item.version } : {}),
          }}
          onClose={() => setPublishing(false)}
        />
      )}
    </>
  );
}
