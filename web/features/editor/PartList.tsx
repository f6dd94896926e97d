import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
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
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Network } from '#contract/networks/names.ts';
import { Button } from '#web/ui/Button.tsx';
import { toast } from '#web/ui/toast.ts';
import { type MediaSlot, type PartActions, PartField } from './PartField.tsx';
import {
  changed,
  customised,
  cutUp,
  insertedAfter,
  joined,
  moved,
  newPart,
  type Part,
  without,
} from './parts.ts';

export type PartListProps = {
  parts: Part[];
  /** The present parts, for actions that are faster than rendering. */
  latest: RefObject<{ parts: Part[] }>;
  onChange: (parts: Part[]) => void;
  network: Network;
  readOnly: boolean;
  /** The item whose part has the focus at first. */
  focusOn?: number | undefined;
  /** Whether the first part has the focus at first, where there is only one. */
  focusFirst: boolean;
  /** Where the counter of the part that is being written is shown, on a phone. */
  dock: HTMLElement | null;
  media: MediaSlot;
};

type Focus = { key: string; caret?: number };

/** The parts of a thread: edit, add, move, join, split and remove. */
export function PartList({
  parts,
  latest,
  onChange,
  network,
  readOnly,
  focusOn,
  focusFirst,
  dock,
  media,
}: PartListProps) {
  const [focused, setFocused] = useState<string>();
  const current = parts.find(({ key }) => key === focused)?.key ?? parts[0]?.key;
  const focus = useRef<Focus | null>(null);
  const fields = useRef(new Map<string, HTMLTextAreaElement>());
  const apply = useRef(onChange);
  apply.current = onChange;
  const undo = useRef(() => {});
  const actions = useMemo(
    () =>
      createActions({
        now: () => latest.current.parts,
        set: (next) => apply.current(next),
        focus,
        fields,
        undo,
      }),
    [latest],
  );
  // The undo of a step ends with the list.
  useEffect(() => () => undo.current(), []);
  useLayoutEffect(() => {
    if (focusOn === undefined) return;
    const part = latest.current.parts.find(({ id }) => id === focusOn);
    if (part) fields.current.get(part.key)?.focus();
  }, [focusOn, latest]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the editor opens, or becomes one of a thread
  useLayoutEffect(() => {
    const [first] = latest.current.parts;
    if (focusFirst && first && latest.current.parts.length === 1)
      fields.current.get(first.key)?.focus({ preventScroll: true });
  }, []);
  // Focuses the next field after a change of the parts.
  useLayoutEffect(() => {
    const { key, caret } = focus.current ?? {};
    const field = key === undefined ? undefined : fields.current.get(key);
    if (!field) return;
    focus.current = null;
    field.focus();
    if (caret !== undefined) field.setSelectionRange(caret, caret);
  });
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );

  function onDragEnd({ active, over }: DragEndEvent) {
    if (!over) return;
    const to = latest.current.parts.findIndex(({ key }) => key === over.id);
    onChange(moved(latest.current.parts, String(active.id), to));
  }

  return (
    <>
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        onDragEnd={onDragEnd}
        accessibility={{ announcements: announcementsOf(() => latest.current.parts) }}
      >
        <SortableContext items={parts.map(({ key }) => key)} strategy={verticalListSortingStrategy}>
          <ol
            aria-label="Thread items"
            className="flex flex-col"
            onFocus={({ target }) => {
              // With its text alone: a button of it would move to the dock while it is pressed.
              const part = target.matches('textarea') ? target.closest('[data-part]') : null;
              if (part) setFocused(part.getAttribute('data-part') ?? undefined);
            }}
          >
            {parts.map((part, index) => (
              <PartField
                key={part.key}
                part={part}
                index={index}
                last={index === parts.length - 1}
                network={network}
                readOnly={readOnly}
                actions={actions}
                dock={part.key === current ? dock : null}
                media={media}
              />
            ))}
          </ol>
        </SortableContext>
      </DndContext>
      <Button
        variant="link"
        disabled={readOnly}
        onClick={() => actions.append()}
        title="Ctrl+Enter"
        className="self-start sm:ml-[60px]"
      >
        <Plus size={16} aria-hidden />
        Add Thread Item
      </Button>
    </>
  );
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

type Context = {
  now: () => Part[];
  set: (parts: Part[]) => void;
  focus: RefObject<Focus | null>;
  fields: RefObject<Map<string, HTMLTextAreaElement>>;
  /** Dismisses the toast that offers to undo. */
  undo: RefObject<() => void>;
};

/** The actions of the parts; stable, so that a key press renders only one part. */
function createActions({
  now,
  set,
  focus,
  fields,
  undo,
}: Context): PartActions & { append: () => void } {
  const lead = (to: Focus, parts: Part[]) => {
    focus.current = to;
    set(parts);
  };
  /** Undoes this step alone: later changes stay. */
  const offerUndo = (title: string, run: () => void) => {
    const done = now();
    const refuse = () =>
      toast({
        title: 'Cannot undo',
        description: 'The items have changed since then.',
        variant: 'destructive',
      });
    undo.current = toast({
      title,
      action: { label: 'Undo', run: () => (now() === done ? run() : refuse()) },
    });
  };
  const addAfter = (key: string | null) => {
    const part = newPart();
    lead({ key: part.key }, insertedAfter(now(), key, part));
  };
  return {
    append: () => addAfter(null),
    add: addAfter,
    write: (key, content) => set(changed(now(), key, content)),
    attach: (key, change) =>
      set(now().map((part) => (part.key === key ? { ...part, media: change(part.media) } : part))),
    customise: (key, network, text) => {
      const next = now().map((part) => (part.key === key ? customised(part, network, text) : part));
      // The pressed button is gone then.
      if (text === undefined) lead({ key }, next);
      else set(next);
    },
    move: (key, by) => {
      const parts = now();
      const caret = fields.current.get(key)?.selectionStart;
      const next = moved(parts, key, parts.findIndex((part) => part.key === key) + by);
      if (next !== parts) lead({ key, ...(caret !== undefined && { caret }) }, next);
    },
    join: (key) => {
      const result = joined(now(), key);
      if (result) lead({ key: result.into.key, caret: result.at }, result.parts);
    },
    split: (key, texts, text) => {
      const before = changed(now(), key, text);
      const { parts, added } = cutUp(now(), key, texts);
      const end = added.at(-1);
      if (!end) return;
      lead({ key: end.key, caret: end.content.length }, parts);
      offerUndo(`Split into ${texts.length} items`, () => lead({ key }, before));
    },
    remove: (key) => {
      const parts = now();
      if (parts.length === 1) {
        const description = 'A thread must have at least one item';
        return toast({ title: 'Cannot remove', description, variant: 'destructive' });
      }
      const index = parts.findIndex((part) => part.key === key);
      const part = parts[index] as Part;
      const rest = without(parts, key);
      lead({ key: (rest[index] ?? rest[index - 1])?.key ?? '' }, rest);
      const back = () => lead({ key }, now().toSpliced(index, 0, part));
      undo.current = toast({ title: 'Item removed', action: { label: 'Undo', run: back } });
    },
    hold: (key, field) => {
      if (field) fields.current.set(key, field);
      else fields.current.delete(key);
    },
  };
}
