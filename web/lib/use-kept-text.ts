import { useCallback, useEffect, useRef, useState } from 'react';
import { type KeptPlace, takeKeptPlace } from './kept.ts';

/** A text that stays on this device, under this name, until it is emptied: whatever closes the form it stands in. Null keeps nothing. */
export function useKeptText(name: string | null): [string, (text: string) => void] {
  const [text, setText] = useState('');
  const place = useRef<KeptPlace<string>>(null);
  const latest = useRef('');
  const write = useCallback((next: string) => {
    latest.current = next;
    setText(next);
  }, []);
  useEffect(() => {
    if (name === null) return;
    let gone = false;
    void takeKeptPlace<string>(name).then((taken) => {
      if (gone) return taken.leave();
      place.current = taken;
      // What was written while we looked goes before what was left here.
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
