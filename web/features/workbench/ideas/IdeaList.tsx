import { useRef, useState } from 'react';
import { useKeyActions } from '#web/lib/keyboard/single-keys.ts';
import { IdeaRow } from './IdeaRow.tsx';
import type { Row, useIdeas } from './use-ideas.ts';

type Props = {
  ideas: ReturnType<typeof useIdeas>;
  /** The name of the folder where drafts are made. */
  folder: string;
  onMake: (row: Row) => void;
  onOpen: (row: Row) => void;
};

/** Ideas, with a key for each thing that becomes of one. */
export function IdeaList({ ideas, folder, onMake, onOpen }: Props) {
  const { rows } = ideas;
  const [current, setCurrent] = useState<string>();
  const list = useRef<HTMLOListElement>(null);
  const at = Math.max(
    0,
    rows.findIndex(({ key }) => key === current),
  );
  const move = (by: number) => {
    const next = rows[at + by];
    if (next) list.current?.querySelector<HTMLElement>(`[data-idea="${next.key}"]`)?.focus();
  };
  /** The row with the focus: a button in it has keys of its own. */
  const onRow = (act: (row: Row) => void) => () => {
    const row = rows[at];
    if (!row || document.activeElement?.getAttribute('data-idea') !== row.key) return false;
    act(row);
  };
  useKeyActions({
    j: () => move(document.activeElement?.closest('[data-idea]') ? 1 : 0),
    k: () => move(-1),
    x: onRow((row) => {
      if (row.draft !== undefined) return;
      move(at + 1 < rows.length ? 1 : -1);
      ideas.dismiss(row);
    }),
    Enter: (event: KeyboardEvent) => onRow(event.shiftKey ? onOpen : onMake)(),
  });

  return (
    <ol ref={list} aria-label="Ideas">
      {rows.map((row, place) => (
        <IdeaRow
          key={row.key}
          row={row}
          place={place}
          isCurrent={place === at}
          folder={folder}
          onPoint={() => setCurrent(row.key)}
          onMake={() => onMake(row)}
          onOpen={() => onOpen(row)}
          onUndo={() => void ideas.undo(row)}
          onDismiss={() => ideas.dismiss(row)}
        />
      ))}
    </ol>
  );
}
