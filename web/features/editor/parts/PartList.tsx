import {
  type Announcements,
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  SortableContext,
  sortableKeyboardCoordinates,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { Plus } from 'lucide-react';
import { useEffect, useLayoutEffect, useState } from 'react';
import { useShallow } from 'zustand/react/shallow';
import type { Network } from '#contract/networks/names.ts';
import { useEditor, useEditorState } from '#web/features/editor/store/editor-context.ts';
import { isLocked } from '#web/features/editor/store/editor-state.ts';
import type { Part } from '#web/features/editor/store/parts.ts';
import { Button } from '#web/ui/Button.tsx';
import { PartField, type PartFieldProps } from './PartField.tsx';
import { partActions } from './part-actions.ts';

export type PartListProps = {
  network: Network;
  /** The item whose part has the focus at first. */
  focusOn: number | undefined;
  /** Where the tools and the counter of the part that is being written are shown, on a phone. */
  dock: HTMLElement | null;
};

/** The parts of a thread: edit, add, move, join, split and remove. */
export function PartList({ network, focusOn, dock }: PartListProps) {
  const editor = useEditor();
  // A key press in a part renders that one alone.
  const keys = useEditorState(useShallow(({ fields }) => fields.parts.map(({ key }) => key)));
  const readOnly = useEditorState(isLocked);
  const [actions] = useState(() => partActions(editor));
  const written = useEditorState((state) => state.part);
  const current = keys.find((key) => key === written) ?? keys[0];
  useEffect(() => actions.leave, [actions]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the list opens alone
  useLayoutEffect(() => {
    const {
      isNew,
      fields: { parts },
    } = editor.store.getState();
    const first = isNew && parts.length === 1 ? parts[0] : undefined;
    const part = focusOn === undefined ? first : parts.find(({ id }) => id === focusOn);
    if (part) editor.dispatch({ do: 'focus', focus: { field: part.key } });
  }, []);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, {
      coordinateGetter: sortableKeyboardCoordinates,
      // A second key during a scroll that is animated would count from where it began.
      scrollBehavior: 'auto',
    }),
  );
  const [announcements] = useState(() =>
    announcementsOf(() => editor.store.getState().fields.parts),
  );
  return (
    <>
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        onDragEnd={({ active, over }) => over && actions.moveTo(String(active.id), String(over.id))}
        accessibility={{ announcements }}
      >
        <SortableContext items={keys} strategy={verticalListSortingStrategy}>
          <ol
            aria-label="Thread items"
            className="flex flex-col"
            onFocus={({ target }) => {
              // With its text alone: a button of it would move to the dock while it is pressed.
              const item = target.matches('textarea') ? target.closest('[data-part]') : null;
              const part = item?.getAttribute('data-part');
              if (part) editor.dispatch({ do: 'write in', part });
            }}
          >
            {keys.map((key, index) => (
              <PartItem
                key={key}
                name={key}
                index={index}
                last={index === keys.length - 1}
                network={network}
                readOnly={readOnly}
                actions={actions}
                dock={key === current ? dock : null}
              />
            ))}
          </ol>
        </SortableContext>
      </DndContext>
      <Button
        variant="link"
        disabled={readOnly}
        onClick={actions.append}
        title="Ctrl+Enter"
        className="self-start sm:ml-[60px]"
      >
        <Plus size={16} aria-hidden />
        Add Thread Item
      </Button>
    </>
  );
}

/** The part with this key. */
function PartItem({ name, ...props }: Omit<PartFieldProps, 'part'> & { name: string }) {
  const part = useEditorState(({ fields }) => fields.parts.find(({ key }) => key === name));
  return part && <PartField part={part} {...props} />;
}

/** Announcements of screen readers while dragging: positions instead of internal ids. */
function announcementsOf(now: () => Part[]): Announcements {
  const number = (id: UniqueIdentifier) => now().findIndex(({ key }) => key === id) + 1;
  return {
    onDragStart: ({ active }) => `Item ${number(active.id)} picked up.`,
    onDragOver: ({ over }) =>
      over ? `Moved to position ${number(over.id)} of ${now().length}.` : undefined,
    onDragEnd: ({ over }) => (over ? `Dropped at position ${number(over.id)}.` : 'Move cancelled.'),
    onDragCancel: () => 'Move cancelled.',
  };
}
