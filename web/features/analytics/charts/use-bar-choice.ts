import { type KeyboardEvent, useEffect, useState } from 'react';

const LIVE_MS = 300;
const WEEK = 7;

type Keys = {
  count: number;
  /** What the chosen bar says. */
  sentenceOf: (bar: number) => string;
  /** What each series says of the chosen bar; the arrows up and down go through them. */
  series?: readonly ((bar: number) => string)[];
  onOpen?: ((bar: number) => void) | undefined;
  onTable: () => void;
};

/** The bar of a chart that is chosen by pointer or keys, and what a live region says of it. */
export function useBarChoice({ count, sentenceOf, series = [], onOpen, onTable }: Keys) {
  const [chosen, setChosen] = useState<number | null>(null);
  const [said, setSaid] = useState('');
  const bar = chosen !== null && chosen < count ? chosen : null;
  const [row, setRow] = useState<number | null>(null);
  const sayOf = (row === null ? undefined : series[row]) ?? sentenceOf;
  const text = bar === null ? '' : sayOf(bar);
  useEffect(() => {
    // What is passed over quickly is not said.
    const timer = setTimeout(() => setSaid(text), LIVE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const here = bar ?? count;
    const to: Record<string, number> = {
      ArrowLeft: here - 1,
      ArrowRight: bar === null ? 0 : here + 1,
      Home: 0,
      End: count - 1,
      PageUp: here - WEEK,
      PageDown: here + WEEK,
    };
    const next = to[event.key];
    const down = ({ ArrowDown: 1, ArrowUp: -1 } as Record<string, number>)[event.key];
    if (down !== undefined && series.length > 0) {
      // The whole of the bar is before the first series.
      const at = (row ?? -1) + down;
      setRow(at < 0 ? null : Math.min(at, series.length - 1));
      if (bar === null) setChosen(count - 1);
    } else if (next !== undefined) setChosen(Math.min(Math.max(next, 0), count - 1));
    else if (event.key === 'Enter' && bar !== null) onOpen?.(bar);
    else if (event.key === 'Escape' && bar !== null) setChosen(null);
    else if (event.key.toLowerCase() === 't') onTable();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
  return { chosen: bar, choose: setChosen, said, onKeyDown };
}
