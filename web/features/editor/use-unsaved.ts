import { useEffect, useState } from 'react';
import { useAuth } from '#web/api/auth-store.ts';
import { type KeptPlace, takeKeptPlace } from '#web/lib/kept.ts';
import type { EditorFields } from './editor-fields.ts';

/** What is being written, and the version that it began with. */
type Unsaved = { fields: EditorFields; version: number | undefined };
export type UnsavedPlace = KeptPlace<Unsaved>;

/**
 * The place where what one person writes is kept on this device until it is saved; undefined while it is looked for.
 * @param subject the item that is edited, or 'new'; null while that is not known
 */
export function useUnsavedPlace(subject: string | null): UnsavedPlace | undefined {
  const person = useAuth(({ user }) => user?.id);
  const [place, setPlace] = useState<UnsavedPlace>();
  useEffect(() => {
    if (subject === null) return;
    let gone = false;
    let taken: UnsavedPlace | undefined;
    void takeKeptPlace<Unsaved>(`unsaved:${person}:${subject}`).then((found) => {
      taken = found;
      if (gone) found.leave();
      else setPlace(found);
    });
    return () => {
      gone = true;
      taken?.leave();
    };
  }, [person, subject]);
  return place;
}
