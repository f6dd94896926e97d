import { useIsMutating } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useState } from 'react';
import { useLocation, useNavigate, useNavigationType, useSearchParams } from 'react-router';
import { useStore } from 'zustand';
import type { Folder } from '#contract/content/folders.ts';
import type { Item } from '#contract/content/items.ts';
import { ALL_NETWORKS } from '#contract/networks/names.ts';
import { paths } from '#contract/paths.ts';
import { isLocalTime } from '#contract/wall-time.ts';
import { isMissing } from '#web/api/client.ts';
import { keys } from '#web/api/query.ts';
import { useCan } from '#web/api/workspace.ts';
import { firstFolder } from '#web/features/content/folders/first-folder.ts';
import { usePresence } from '#web/features/content/presence/use-presence.ts';
import { useWholeItem } from '#web/features/content/threads/thread-queries.ts';
import type { Editor as EditorOfPost } from '#web/features/editor/store/editor.ts';
import { EditorContext } from '#web/features/editor/store/editor-context.ts';
import { LeaveGuard } from '#web/features/editor/store/LeaveGuard.tsx';
import { openEditor } from '#web/features/editor/store/open-editor.ts';
import { save } from '#web/features/editor/store/save-content.ts';
import type { UnsavedPlace } from '#web/features/editor/store/use-unsaved.ts';
import { takeTypedAhead } from '#web/lib/keyboard/typed-ahead.ts';
import { Editor } from './Editor.tsx';

type Props = {
  /** The item, or all parts of its thread; empty for a new item. */
  saved: Item[];
  focusOn: number | undefined;
  folders: Folder[];
  place: UnsavedPlace;
  /** Begins another new text. */
  onAnother: () => void;
  /** A new text was saved: it is this item from now on. */
  onExists: (item: number) => void;
};

/** The editor of a text that is there, or of a new one. */
export function LoadedEditor({ saved, focusOn, folders, place, onAnother, onExists }: Props) {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  // A reload, or going back, asks for nothing new.
  const { key } = useLocation();
  const pushed = useNavigationType() === 'PUSH';
  const usable = folders.filter(({ id }) => id > 0);
  const [{ editor, discard, keepSaved }] = useState(() => {
    const at = saved.length === 0 ? query.get('at') : null;
    const settle = (item: Item | undefined) => item && at && planAt(item.id, at);
    return openEditor({
      saved,
      place,
      folders: usable,
      query,
      arrived: pushed || isFirstPage(key),
      isPlanned: isPlanned(saved[0]),
      around: {
        firstFolder,
        save: async (values, base, how) => {
          const items = await save(values, base, how);
          // A new post of a day of the calendar gets its time once it is there.
          if (!base) await settle(items[0]);
          return items;
        },
        onExists: ({ id }) => {
          onExists(id);
          // A reload leads to the draft.
          const here = { pathname: paths.createContent(), search: window.location.search };
          void navigate(here, { replace: true, preventScrollReset: true, state: { item: id } });
        },
        onCreated: (id) =>
          void navigate(paths.editContent(id), { replace: true, preventScrollReset: true }),
        onSaved: (folder, another) => {
          if (!another) return void navigate(paths.folder(folder));
          void navigate(paths.createContent(folder), { replace: true });
          onAnother();
        },
      },
    });
  });
  useEffect(keepSaved, [keepSaved]);
  // What was typed since C was pressed. Pressed here, it leads to the same page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each way here
  useEffect(() => editor.typeAtEnd(takeTypedAhead()), [editor, key]);
  const now = useFollowed(editor, saved);
  const isNew = useStore(editor.store, (state) => state.isNew);
  const [item] = saved;
  return (
    <EditorContext value={editor}>
      <title>{isNew ? 'Create Content' : 'Edit Content'}</title>
      <Editor
        {...now}
        folders={usable}
        focusOn={item?.is_thread_part && focusOn !== item.id ? focusOn : undefined}
        onDiscard={discard}
        customise={ALL_NETWORKS.find((network) => network === query.get('customise'))}
      />
      <LeaveGuard />
    </EditorContext>
  );
}

/** Tells the editor what is saved by now, and what others do; returns it. */
function useFollowed(editor: EditorOfPost, opened: Item[]) {
  const id = useStore(editor.store, ({ base }) => base.saved?.id);
  const query = useWholeItem(id ?? 0, id !== undefined);
  const current = id === undefined ? undefined : (query.data ?? opened);
  const isHeld = useIsMutating({ mutationKey: keys.steps }) > 0;
  const isGone = id !== undefined && query.isError && isMissing(query.error);
  useLayoutEffect(() => {
    const around = { isHeld, isGone, isPlanned: isPlanned(current?.[0]) };
    editor.dispatch({ do: 'read', theirs: current, ...around });
  }, [editor, current, isHeld, isGone]);
  const writes = useCan('write');
  return {
    current,
    gone: isGone,
    others: usePresence(writes ? id : undefined),
  };
}

async function planAt(item: number, local: string) {
  if (!isLocalTime(local)) return;
  const { planDraft } = await import('#web/features/calendar/entries/calendar-queries.ts');
  await planDraft(item, { local });
}

/** Whether the page was opened by its address: not reloaded, and not gone back to. */
function isFirstPage(key: string) {
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return key === 'default' && load?.type === 'navigate';
}

/** Whether it will be published by itself: only a save by hand changes what appears. */
const isPlanned = (item: Item | undefined) =>
  ['proposed', 'scheduled', 'publishing'].includes(item?.publications?.state ?? '');
