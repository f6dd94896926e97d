import { useCallback, useEffect, useRef, useState } from 'react';
import { claimDraftSlot, type DraftSlot } from './draft-slot.ts';

/** A text stored on this device under this name until it is emptied. Null stores nothing. */
export function useKeptText(name: string | null): [string, (text: string) => void] {
  const [text, setText] = useState('');
  const place = useRef<DraftSlot<string>>(null);
  const latest = useRef('');
  const write = useCallback((next: string) => {
    latest.current = next;
    setText(next);
  }, []);
  useEffect(() => {
    if (name === null) return;
    let gone = false;
    void claimDraftSlot<string>(name).then((taken) => {
      if (gone) return taken.leave();
      place.current = taken;
      // Text that was typed while loading wins over the stored one.
      if (latest.current) taken.keep(latest.current);
      else write(taken.found?.value ?? '');
    });
    return () => {
      gone = true;
      place.current?.leave();
      place.current = null;
    };
  }, [name, write]);
  return [
    text,
    (next) => {
      write(next);
      place.current?.keep(next || null);
    },
  ];
}
