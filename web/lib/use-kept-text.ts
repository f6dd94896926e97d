import { useEffect, useRef, useState } from 'react';
import { type KeptPlace, takeKeptPlace } from './kept.ts';

/** A text that stays on this device, under this name, until it is emptied: whatever closes the form it stands in. */
export function useKeptText(name: string): [string, (text: string) => void] {
  const [text, setText] = useState('');
  const place = useRef<KeptPlace<string>>(null);
  useEffect(() => {
    let gone = false;
    void takeKeptPlace<string>(name).then((taken) => {
      if (gone) return taken.leave();
      place.current = taken;
      setText((written) => written || (taken.found?.value ?? ''));
    });
    return () => {
      gone = true;
      place.current?.leave();
      place.current = null;
    };
  }, [name]);
  return [
    text,
    (next) => {
      setText(next);
      place.current?.keep(next || null);
    },
  ];
}
