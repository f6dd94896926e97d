import type { ReactNode } from 'react';
import { MAX_TAG_LENGTH } from '#contract/content/items.ts';
import { formatBytes, type MediaFile } from '#contract/media/media.ts';
import { useCan, useZone } from '#web/api/workspace.ts';
import { LibraryAlt } from '#web/features/media/alt-texts/LibraryAlt.tsx';
import { Conversion } from '#web/features/media/files/Conversion.tsx';
import { FileName } from '#web/features/media/files/FileName.tsx';
import { type FileUse, FileUses } from '#web/features/media/files/FileUses.tsx';
import { labelOf } from '#web/features/media/files/MediaGrid.tsx';
import {
  useMediaUsage,
  useMediaUses,
  useUpdateMedia,
} from '#web/features/media/files/media-queries.ts';
import { clock } from '#web/features/media/files/Thumbnail.tsx';
import { nameOf } from '#web/lib/text.ts';
import { zonedTime } from '#web/lib/time/time.ts';
import { Field } from '#web/ui/fields/Field.tsx';
import { type Option, Select } from '#web/ui/fields/Select.tsx';
import { TagInput } from '#web/ui/fields/TagInput.tsx';
import { TimesIn } from '#web/ui/TimesIn.tsx';
import { AltTextField } from './AltTextField.tsx';
import { FileActions } from './FileActions.tsx';
import { FilePicture } from './FilePicture.tsx';
import { folderAt, placeOf } from './folder-places.ts';

export type FilePanelProps = {
  file: MediaFile;
  onClose: () => void;
  /** The folders that it can be in (`folder-places.ts`). */
  places: Option[];
  /** The status of a post that has it. */
  statusOf: (status: FileUse['status']) => ReactNode;
  /** Whether the panel has a head of its own. */
  isSheet: boolean;
};

/** One file: what it shows, what it is called, where it is used. */
export function FilePanel({ file, onClose, places, statusOf, isSheet }: FilePanelProps) {
  const writes = useCan('write');
  const zone = useZone();
  const update = useUpdateMedia();
  const change = (changes: Omit<Parameters<typeof update.mutate>[0], 'id'>) =>
    update.mutate({ id: file.id, ...changes });
  const saveAlt = (alt: string) => update.mutateAsync({ id: file.id, alt });
  const altField = file.kind !== 'document' && (
    <AltTextField key={file.id} value={file.alt} onSave={writes ? saveAlt : undefined} />
  );
  const uses = useMediaUses(file.id).data ?? [];
  const { data: usage } = useMediaUsage();
  return (
    <div className="flex h-full flex-col">
      <FileName
        name={file.name}
        onRename={writes ? (name) => change({ name }) : undefined}
        onClose={isSheet ? undefined : onClose}
      />
      <div className="min-h-0 grow overflow-y-auto pb-4">
        <FilePicture file={file} onFocus={writes ? (focus) => change({ focus }) : undefined} />
        <div className="flex flex-col gap-4 px-4 pt-4">
          {altField && writes && file.kind !== 'video' ? (
            <LibraryAlt key={file.id} file={file.id} onConfirm={saveAlt}>
              {altField}
            </LibraryAlt>
          ) : (
            altField
          )}
          {writes ? (
            <Field label="Tags">
              <TagInput
                tags={file.tags}
                longest={MAX_TAG_LENGTH}
                useSuggestions={() => usage?.tags ?? []}
                onChange={(tags) => change({ tags })}
              />
            </Field>
          ) : (
            file.tags.length > 0 && <p>{file.tags.map((tag) => `#${tag}`).join(' ')}</p>
          )}
          {writes && places.length > 1 && (
            <Field label="Folder">
              <Select
                value={placeOf(file.folder)}
                options={places}
                onChange={(next) => change({ folder: folderAt(next) })}
              />
            </Field>
          )}
          {file.kind === 'video' && (
            <Conversion file={file} isPossible={writes && usage?.converts === true} />
          )}
          <FileUses uses={uses} statusOf={statusOf} />
          <p className="text-muted text-xs">
            {file.width && file.height && (
              <>
                {file.width.toLocaleString('en')} × {file.height.toLocaleString('en')} ·{' '}
              </>
            )}
            {labelOf(file.type)} · {formatBytes(file.size)}
            {file.duration !== null && ` · ${clock(file.duration)}`}
            <br />
            Uploaded {zonedTime(file.created_at, zone)} by {nameOf(file.uploaded_by)}
          </p>
          <TimesIn zone={zone} />
        </div>
      </div>
      <FileActions file={file} uses={uses} onClose={onClose} />
    </div>
  );
}
