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
  const [taken, setTaken] = useState<{ name: string; place: UnsavedPlace }>();
  const name = subject === null ? null : `unsaved:${person}:${subject}`;
  useEffect(() => {
    if (name === null) return;
    let gone = false;
    let held: UnsavedPlace | undefined;
    void takeKeptPlace<Unsaved>(name).then((place) => {
      held = place;
      if (gone) place.leave();
      else setTaken({ name, place });
    });
    return () => {
      gone = true;
      held?.leave();
    };
  }, [name]);
  // The place of what was edited before is not this one's.
  return taken?.name === name ? taken?.place : undefined;
}
