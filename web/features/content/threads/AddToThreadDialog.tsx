import { type FormEvent, useState } from 'react';
import type { Item } from '#contract/content/items.ts';
import { failureIn } from '#web/api/client.ts';
import { useItemList } from '#web/features/content/items/item-queries.ts';
import { cut, plural } from '#web/lib/text.ts';
import { useDebounced } from '#web/lib/use-debounced.ts';
import { Button } from '#web/ui/Button.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Field, Input } from '#web/ui/fields/Field.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/Dialog.tsx';
import { useAddToThread } from './thread-queries.ts';

const TITLE = 60;
const DEBOUNCE_MS = 300;

/** Adds an item to the end of a thread. */
export function AddToThreadDialog({ item, onClose }: { item: Item; onClose: () => void }) {
  const [search, setSearch] = useState('');
  const wanted = useDebounced(search.trim(), DEBOUNCE_MS);
  const list = useItemList({ threads: true, ...(wanted && { search: wanted }) });
  const threads = list.data?.pages.flatMap((page) => page.results);
  const add = useAddToThread();
  const [chosen, choose] = useState<number>();

  function submit(event: FormEvent) {
    event.preventDefault();
    if (chosen !== undefined) add.mutate({ id: item.id, parent: chosen }, { onSuccess: onClose });
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title="Add to Thread"
      description="It is added to the end of the thread and gets its folder and status."
    >
      <form onSubmit={submit} className="flex min-w-0 flex-col gap-4">
        {add.error && <Alert>{failureIn('Failed to add to thread', add.error)}</Alert>}
        <Field label="Search threads">
          <Input
            type="search"
            value={search}
            maxLength={500}
            onChange={({ target }) => setSearch(target.value)}
          />
        </Field>
        <fieldset className="min-w-0">
          <legend className="mb-1.5 font-medium">Thread *</legend>
          <div className="max-h-60 overflow-y-auto rounded-base border border-line p-1">
            {threads?.length === 0 && <p className="p-2 text-muted">No threads found.</p>}
            {threads?.map(({ id, content, thread_size: size }) => (
              <label
                key={id}
                className="flex min-h-9 cursor-pointer items-center gap-2 rounded-[6px] px-2 hover:bg-hover"
              >
                <input
                  type="radio"
                  name="thread"
                  checked={chosen === id}
                  onChange={() => choose(id)}
                  className="size-4 accent-(--accent-solid)"
                />
                {/* Searches in what is displayed. */}
                <span className="min-w-0 grow truncate">
                  {cut(content.trim().replaceAll(/\s+/g, ' '), TITLE)}
                </span>
                <span className="text-muted text-xs">{plural(size, 'item')}</span>
              </label>
            ))}
            {list.hasNextPage && (
              <Button variant="link" onClick={() => void list.fetchNextPage()}>
                Show more
              </Button>
            )}
          </div>
        </fieldset>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" disabled={chosen === undefined || add.isPending}>
            Add to Thread
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
