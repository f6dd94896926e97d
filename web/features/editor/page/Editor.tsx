import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Folder } from '#contract/content/folders.ts';
import type { Item } from '#contract/content/items.ts';
import type { Network } from '#contract/networks/names.ts';
import { type Aside, showAside, useAside } from '#web/features/editor/aside/aside-store.ts';
import { Dock } from '#web/features/editor/aside/Dock.tsx';
import { ItemActions } from '#web/features/editor/aside/EditorAside.tsx';
import { EditorColumns } from '#web/features/editor/aside/EditorColumns.tsx';
import { EditorAssistant } from '#web/features/editor/assistant/EditorAssistant.tsx';
import type { MentionMenuProps } from '#web/features/editor/mentions/MentionMenu.tsx';
import type { EndingBoxProps } from '#web/features/editor/networks/EndingBox.tsx';
import { useShownNetworks } from '#web/features/editor/networks/use-shown-networks.ts';
import { EditorTabs } from '#web/features/editor/parts/EditorTabs.tsx';
import { SingleField } from '#web/features/editor/parts/SingleField.tsx';
import { ThreadFields } from '#web/features/editor/parts/ThreadFields.tsx';
import { useEditor, useEditorState } from '#web/features/editor/store/editor-context.ts';
import { isLocked, isUnsaved } from '#web/features/editor/store/editor-state.ts';
import type { Part } from '#web/features/editor/store/parts.ts';
import { useFocusTarget, useRoomBelow } from '#web/features/editor/store/use-focus-target.ts';
import { SlashPlace } from '#web/features/editor/text/SlashPlace.tsx';
import { dropQuery } from '#web/lib/drop-query.ts';
import { laterComponent } from '#web/lib/later.ts';
import { useMedia } from '#web/lib/use-media.ts';
import { EditorBar } from './EditorBar.tsx';
import { EditorConflict } from './EditorConflict.tsx';
import { EditorNotices } from './EditorNotices.tsx';

const MentionMenu = laterComponent<MentionMenuProps>(
  () =>
    import('#web/features/editor/mentions/MentionMenu.tsx').then((module) => module.MentionMenu),
  { isExtra: true, isRare: true },
);

const EndingBox = laterComponent<EndingBoxProps>(
  () => import('#web/features/editor/networks/EndingBox.tsx').then((module) => module.EndingBox),
  { isExtra: true },
);

/** Whether somebody may be mentioned in a part. */
const containsAt = ({ content, network_texts: own }: Part) =>
  content.includes('@') || Object.values(own).some((text) => text.includes('@'));

type Props = {
  folders: Folder[];
  /** The item that has the focus at first. */
  focusOn: number | undefined;
  /** A network that every part gets a text for at first. */
  customise: Network | undefined;
  /** Goes on with what is saved, in place of what was restored. */
  onDiscard: () => void;
  /** What is saved by now. */
  current: Item[] | undefined;
  /** Whether it has been deleted. */
  gone: boolean;
  /** Who else has it open. */
  others: readonly string[];
};

/** The editor for a single post or a thread (docs/domain/pages.md, 'Editor'). */
export function Editor({ folders, focusOn, customise, onDiscard, current, gone, others }: Props) {
  const editor = useEditor();
  const form = useRef<HTMLFormElement>(null);
  useFocusTarget(form);
  const kind = useEditorState(({ fields }) => fields.kind);
  const isNew = useEditorState((state) => state.isNew);
  const hasAt = useEditorState(({ fields }) => fields.parts.some(containsAt));
  const { network } = useShownNetworks();
  const roomy = useMedia('(min-width: 768px)');
  const sided = useMedia('(min-width: 1024px)');
  const kept = useAside(({ aside }) => aside);
  const [inSheet, setInSheet] = useState<Aside>('settings');
  const [beside, setBeside] = sided ? [kept, showAside] : [inSheet, setInSheet];
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  if (sided && isDrawerOpen) setDrawerOpen(false);
  const [dock, setDock] = useState<HTMLElement | null>(null);
  useCustomised(customise, gone);
  useRoomBelow(roomy);

  const open = (aside: Aside) => {
    setInSheet(aside);
    setDrawerOpen(true);
  };
  function onSubmit(event: FormEvent) {
    // Forms of dialogs are in the page, but events of React come from them, too.
    if (event.target !== event.currentTarget) return;
    event.preventDefault();
    if (!gone) void editor.saver.save();
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (!gone) void editor.saver.keep();
  }
  const tabs = <EditorTabs />;
  return (
    <form
      ref={form}
      onSubmit={onSubmit}
      onKeyDown={onKeyDown}
      noValidate
      className="flex min-w-0 grow flex-col"
    >
      <EditorBar
        gone={gone}
        others={others}
        tabs={roomy && tabs}
        onDrawer={roomy && !sided ? () => setDrawerOpen(true) : undefined}
        isDrawerOpen={isDrawerOpen}
      />
      <EditorNotices item={current?.[0]} gone={gone} onDiscard={onDiscard} />
      <EditorColumns
        folders={folders}
        items={gone ? undefined : current}
        beside={beside}
        onBeside={setBeside}
        isDrawerOpen={isDrawerOpen}
        onDrawer={setDrawerOpen}
      >
        {!roomy && isNew && tabs}
        {kind === 'thread' ? (
          <ThreadFields network={network} focusOn={focusOn} dock={dock} />
        ) : (
          <SingleField network={network} dock={dock} />
        )}
        <EndingBox network={network} />
        {hasAt && <MentionMenu form={form} />}
        <EditorAssistant is="gone" />
      </EditorColumns>
      {!roomy && <Dock onSlot={setDock} onOpen={open} />}
      <EditorConflict />
      <EditorAssistant is="keys" />
      <SlashPlace />
      {current?.[0] && !gone && <PaletteActions item={current[0]} />}
    </form>
  );
}

/** Customises the text for a network that the address names, once. */
function useCustomised(network: Network | undefined, gone: boolean) {
  const editor = useEditor();
  const [, setQuery] = useSearchParams();
  const blocked = useEditorState(isLocked) || gone;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each network that is asked for
  useEffect(() => {
    if (!network || blocked) return;
    editor.customise(network);
    dropQuery(setQuery, 'customise');
  }, [network]);
}

/** The actions of the command palette on what is edited. */
const PaletteActions = ({ item }: { item: Item }) => (
  <ItemActions item={item} blocked={useEditorState(isUnsaved)} />
);
