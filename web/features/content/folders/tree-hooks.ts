import { useEffect, useLayoutEffect, useRef } from 'react';
import type { Folder } from '#contract/content/folders.ts';
import { openFolders, useContentView } from '#web/api/content-view.ts';
import type { Forest, TreeRow } from './tree.ts';

/** Calls `follow` when the active row is of a folder that was being created, and now has its id. */
export function useCreated(
  rows: TreeRow[],
  active: number | null,
  follow: (index: number) => void,
) {
  const known = useRef<Folder | undefined>(undefined);
  // In the rendering that replaces the row, or the focus would be lost until the next one.
  useLayoutEffect(() => {
    // Until then it has a negative one.
    if (active === null || active > 0) return;
    const row = rows.find(({ folder }) => folder.id === active);
    if (row) known.current = row.folder;
    if (row || known.current?.id !== active) return;
    const { name, parent } = known.current;
    const index = rows.findIndex(({ folder }) => folder.name === name && folder.parent === parent);
    if (index >= 0) follow(index);
  });
}

/** Opens the folders above the selected one, and scrolls to it. */
export function useReveal(
  forest: Forest,
  selected: number | null,
  scrollTo: (id: number) => boolean,
) {
  const revealed = useRef<number | null>(null);
  useEffect(() => {
    if (selected === null) revealed.current = null;
    if (selected === null || revealed.current === selected || !forest.byId.has(selected)) return;
    const above: number[] = [];
    for (let folder = forest.parentOf(selected); folder !== null; folder = forest.parentOf(folder))
      above.push(folder);
    const open = useContentView.getState().openFolders;
    if (!above.every((id) => open.includes(id))) openFolders(above);
    if (scrollTo(selected)) revealed.current = selected;
  });
}

/** What was typed within a moment, for jumping to a name. */
export function useTyping() {
  const typed = useRef({ text: '', at: 0 });
  return (letter: string) => {
    const now = Date.now();
    const text = now - typed.current.at < 600 ? typed.current.text : '';
    typed.current = { text: text + letter.toLowerCase(), at: now };
    return typed.current.text;
  };
}
