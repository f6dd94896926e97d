import { useRef, useState } from 'react';
import type { MediaFile } from '#contract/media/media.ts';

export type Chosen = ReturnType<typeof useChosen>;

/** The chosen files; a range extends from the last one. */
export function useChosen(files: readonly MediaFile[]) {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const last = useRef<number | null>(null);
  const ids = files.filter(({ id }) => chosen.has(id)).map(({ id }) => id);
  return {
    ids,
    has: (id: number) => chosen.has(id),
    clear: () => setChosen(new Set()),
    all: () => setChosen(new Set(files.map(({ id }) => id))),
    toggle: (id: number, range: boolean) => {
      const order = files.map((file) => file.id);
      const [from, to] = [order.indexOf(last.current ?? id), order.indexOf(id)];
      const span =
        range && from >= 0 ? order.slice(Math.min(from, to), Math.max(from, to) + 1) : [id];
      last.current = id;
      setChosen((now) => {
        const next = new Set(now);
        for (const entry of span) {
          if (now.has(id)) next.delete(entry);
          else next.add(entry);
        }
        return next;
      });
    },
  };
}
