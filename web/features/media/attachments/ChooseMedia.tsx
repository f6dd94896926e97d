import { useState } from 'react';
import type { MediaFile } from '#contract/media/media.ts';
import { useMedia } from '#web/features/media/files/media-queries.ts';
import { Thumbnail } from '#web/features/media/files/Thumbnail.tsx';
import { classes } from '#web/lib/classes.ts';
import { plural } from '#web/lib/text.ts';
import { useDebounced } from '#web/lib/use-debounced.ts';
import { Button } from '#web/ui/Button.tsx';
import { Input } from '#web/ui/fields/Field.tsx';
import { Dialog } from '#web/ui/overlays/Dialog.tsx';

const SEARCH_MS = 200;
const PAGE = '48';

type Props = { onClose: () => void; onChoose: (files: MediaFile[]) => void };

/** Files of the library, to be chosen in the order in which they are clicked. */
export function ChooseMedia({ onClose, onChoose }: Props) {
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<readonly MediaFile[]>([]);
  const wanted = useDebounced(search.trim(), SEARCH_MS);
  const list = useMedia({ page_size: PAGE, ...(wanted && { search: wanted }) });
  const files = list.data?.pages.flatMap(({ results }) => results) ?? [];
  return (
    <Dialog open onClose={onClose} title="From the library" large>
      <div className="shrink-0 px-4 pt-4 md:px-6">
        <Input
          type="search"
          aria-label="Search the library"
          placeholder="Search names, alt texts, tags…"
          value={search}
          maxLength={500}
          onChange={({ target }) => setSearch(target.value)}
          className="w-full"
        />
      </div>
      <div className="min-h-0 grow overflow-y-auto p-4 md:px-6">
        {list.data && files.length === 0 && (
          <p className="py-8 text-center text-muted">
            {wanted ? 'No matching files.' : 'No files yet.'}
          </p>
        )}
        <ul
          aria-label="Files"
          className="grid grid-cols-[repeat(auto-fill,minmax(132px,1fr))] gap-3"
        >
          {files.map((file) => {
            const place = chosen.findIndex(({ id }) => id === file.id);
            return (
              <li key={file.id}>
                <button
                  type="button"
                  aria-pressed={place >= 0}
                  onClick={() =>
                    setChosen(
                      place < 0 ? [...chosen, file] : chosen.filter(({ id }) => id !== file.id),
                    )
                  }
                  className={classes(
                    'relative block w-full overflow-hidden rounded-base border bg-surface text-left',
                    place < 0 ? 'border-line' : 'border-accent-solid ring-2 ring-accent-solid',
                  )}
                >
                  <Thumbnail
                    kind={file.kind}
                    link={file.links.thumbnail}
                    focus={file.focus}
                    duration={file.duration}
                    className="aspect-[4/3] w-full"
                  />
                  <span dir="auto" className="block truncate px-2 py-1.5 text-xs">
                    {file.name}
                  </span>
                  {place >= 0 && (
                    <span
                      aria-hidden
                      className="absolute top-1.5 right-1.5 grid size-6 place-items-center rounded-full bg-accent-solid font-semibold text-on-accent text-xs"
                    >
                      {place + 1}
                    </span>
                  )}
                </button>
              </li>
            );
          })}
        </ul>
        {list.hasNextPage && (
          <Button
            className="mx-auto mt-4 flex"
            busy={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            Show more
          </Button>
        )}
      </div>
      <div className="flex shrink-0 justify-end gap-2 border-line border-t px-4 py-3 md:px-6">
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="primary" disabled={!chosen.length} onClick={() => onChoose([...chosen])}>
          {chosen.length ? `Add ${plural(chosen.length, 'file')}` : 'Add'}
        </Button>
      </div>
    </Dialog>
  );
}
