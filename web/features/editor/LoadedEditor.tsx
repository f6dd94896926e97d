import { useIsMutating } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useNavigationType, useSearchParams } from 'react-router';
import type { Folder } from '#contract/content/folders.ts';
import type { Item } from '#contract/content/items.ts';
import { ALL_NETWORKS } from '#contract/networks/names.ts';
import { paths } from '#contract/paths.ts';
import { keys } from '#web/api/query.ts';
import { folderOptions } from '#web/features/folders/folder-options.tsx';
import { askForFolder } from '#web/features/folders/NewFolder.tsx';
import { StatusIcon } from '#web/features/items/StatusBadge.tsx';
import { AddMedia, type AttachmentsProps } from '#web/features/media/AddMedia.tsx';
import { laterComponent } from '#web/lib/later.ts';
import { Editor } from './Editor.tsx';
import { EditorAside, ItemActions, PublishSaved } from './EditorAside.tsx';
import type { EditorPreviewProps } from './EditorPreview.tsx';
import { askedFields, fieldsOf, newFields } from './initial-fields.ts';
import type { MediaSlot } from './PartField.tsx';
import { useSaving } from './use-saving.ts';
import type { UnsavedPlace } from './use-unsaved.ts';

/** With drag and drop, and what networks take. */
const AttachmentsField = laterComponent<AttachmentsProps>(() =>
  import('#web/features/media/AttachmentsField.tsx').then((module) => module.AttachmentsField),
);
const EditorPreview = laterComponent<EditorPreviewProps>(() =>
  import('./EditorPreview.tsx').then((module) => module.EditorPreview),
);

type Props = {
  /** The item, or all parts of its thread; empty for a new item. */
  saved: Item[];
  focusOn: number | undefined;
  folders: Folder[];
  place: UnsavedPlace;
  gone: boolean;
  others: string[];
  /** Begins another new text. */
  onAnother: () => void;
  /** A new text was saved automatically. */
  onExists: () => void;
};

/** The editor of a text that is there, or of a new one. */
export function LoadedEditor({
  saved: current,
  focusOn,
  folders,
  place,
  gone,
  others,
  onAnother,
  onExists,
}: Props) {
  const [saved] = useState(current);
  const [query, setQuery] = useSearchParams();
  const navigate = useNavigate();
  // A reload, or going back, asks for nothing new.
  const { key } = useLocation();
  const pushed = useNavigationType() === 'PUSH';
  const arrived = pushed || isFirstPage(key);
  const { save, saveQuietly } = useSaving(saved.length === 0 ? query.get('at') : null, onExists);
  const here = useRef(true);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
    };
  }, []);
  const usable = folders.filter(({ id }) => id > 0);
  // Changes of others do not replace the text; metadata follows.
  const [item] = saved;
  const now = current[0] ?? item;
  const stepping = useIsMutating({ mutationKey: keys.steps }) > 0;

  return (
    <>
      <title>{item ? 'Edit Content' : 'Create Content'}</title>
      <Editor
        initial={item ? fieldsOf(saved) : newFields(usable, query)}
        saved={item}
        asked={item ? {} : askedFields(usable, query, arrived, place.found?.value.fields.folder)}
        unsaved={place}
        fieldsOf={fieldsOf}
        focusOn={item?.is_thread_part && focusOn !== item.id ? focusOn : undefined}
        folderOptions={folderOptions(usable)}
        onNewFolder={(use) => askForFolder(null, (folder) => here.current && use(folder))}
        statusMark={(status) => <StatusIcon status={status} />}
        onSave={save}
        onAutosave={isPlanned(now) ? undefined : saveQuietly}
        locked={stepping}
        current={current}
        onCustomised={() =>
          setQuery(
            (before) => {
              before.delete('customise');
              return before;
            },
            { replace: true },
          )
        }
        customise={ALL_NETWORKS.find((network) => network === query.get('customise'))}
        gone={gone}
        others={others}
        onSaved={(folder, another) => {
          if (!another) return void navigate(paths.folder(folder));
          void navigate(paths.createContent(folder), { replace: true });
          onAnother();
        }}
        media={mediaSlot}
        preview={({ parts, language }) => (
          <EditorPreview
            author={item ? item.author : undefined}
            parts={parts.map((part, thread_order) => ({
              ...part,
              id: part.id ?? part.key,
              language,
              thread_order,
            }))}
          />
        )}
        actions={
          now &&
          ((unsaved) => (
            <>
              <PublishSaved item={now} unsaved={unsaved} />
              <ItemActions item={now} blocked={unsaved} />
            </>
          ))
        }
        aside={now && ((unsaved) => <EditorAside item={now} parts={current} unsaved={unsaved} />)}
      />
    </>
  );
}

/** Whether the page was opened by its address: not reloaded, and not gone back to. */
function isFirstPage(key: string) {
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return key === 'default' && load?.type === 'navigate';
}

/** Whether it will be published by itself: only a save by hand changes what appears. */
const isPlanned = (item: Item | undefined) =>
  ['proposed', 'scheduled', 'publishing'].includes(item?.publications?.state ?? '');

/** Stable, so that a key press renders one part alone. */
const mediaSlot: MediaSlot = {
  field: (given) => <AttachmentsField {...given} />,
  add: (given) => <AddMedia {...given} />,
};
