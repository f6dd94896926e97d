import { type ReactNode, useState } from 'react';
import { useChangeMedia } from '#web/features/media/files/media-queries.ts';
import { plural } from '#web/lib/text.ts';
import { Button } from '#web/ui/Button.tsx';
import { type Option, Select } from '#web/ui/fields/Select.tsx';
import { TagInput } from '#web/ui/fields/TagInput.tsx';
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx';
import { folderAt } from './folder-places.ts';
import type { Chosen } from './use-chosen.ts';

type Props = {
  selection: Chosen;
  isTrash: boolean;
  /** The folders to move to, after none (`folder-places.ts`). */
  places: Option[];
  onTrash: () => void;
  /** Before the other actions, outside of the trash. */
  children?: ReactNode;
};

/** What can be done with several files at once. */
export function ChosenBar({ selection, isTrash, places, onTrash, children }: Props) {
  const { ids, clear, all } = selection;
  const change = useChangeMedia();
  const [tagging, setTagging] = useState(false);
  const [asking, setAsking] = useState(false);
  const run = (body: Parameters<typeof change.mutate>[0]) => {
    change.mutate(body);
    clear();
  };
  return (
    <div
      role="toolbar"
      aria-label="Selected files"
      className="sticky top-14 z-20 flex flex-wrap items-center gap-2 rounded-base border border-line bg-raised px-3 py-2 shadow-float"
    >
      <span className="font-medium tabular-nums">{ids.length} selected</span>
      <Button variant="link" size="small" onClick={all}>
        All
      </Button>
      <span className="grow" />
      {isTrash ? (
        <>
          <Button size="bar" onClick={() => run({ operation: 'restore', files: ids })}>
            Restore
          </Button>
          <Button size="bar" className="text-danger" onClick={() => setAsking(true)}>
            Erase…
          </Button>
          <ConfirmDialog
            open={asking}
            onClose={() => setAsking(false)}
            onConfirm={() => run({ operation: 'erase', files: ids })}
            title={`Erase ${plural(ids.length, 'file')}?`}
            question="This can’t be undone. A post that isn’t published yet can’t be sent without its files."
            confirm="Erase"
          />
        </>
      ) : (
        <>
          {children}
          {tagging ? (
            <div className="w-48">
              <TagInput
                tags={[]}
                longest={50}
                onChange={(tags) => run({ operation: 'tag', files: ids, add_tags: tags })}
              />
            </div>
          ) : (
            <Button size="bar" onClick={() => setTagging(true)}>
              Tag
            </Button>
          )}
          {places.length > 1 && (
            <Select
              aria-label="Move to a folder"
              value={undefined}
              placeholder="Move"
              options={places}
              onChange={(next) =>
                run({
                  operation: 'move',
                  files: ids,
                  folder: folderAt(next),
                })
              }
              className="h-8 w-28"
            />
          )}
          <Button size="bar" className="text-danger" onClick={onTrash}>
            Trash
          </Button>
        </>
      )}
      <Button variant="ghost" size="bar" onClick={clear}>
        Clear
      </Button>
    </div>
  );
}
