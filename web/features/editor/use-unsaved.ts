import { useEffect, useState } from 'react';
import { useAuth } from '#web/api/auth-store.ts';
import { claimDraftSlot, type DraftSlot } from '#web/lib/draft-slot.ts';
import type { EditorFields } from './editor-fields.ts';

/** A draft, and the version that it began with. */
type Unsaved = { fields: EditorFields; version: number | undefined };
export type UnsavedPlace = Omit<DraftSlot<Unsaved>, 'moveTo'> & {
  /** The text is that of this item from now on. */
  moveTo: (subject: string) => Promise<void>;
};

/**
 * The slot in which a person's draft is stored until it is saved; undefined while loading.
 * @param subject the edited item, or 'new'; null while unknown
 */
export function useUnsavedPlace(subject: string | null): UnsavedPlace | undefined {
  const person = useAuth(({ user }) => user?.id);
  const [taken, setTaken] = useState<{ name: string; place: UnsavedPlace }>();
  const name = subject === null ? null : `unsaved:${person}:${subject}`;
  useEffect(() => {
    if (name === null) return;
    let gone = false;
    let held: UnsavedPlace | undefined;
    void claimDraftSlot<Unsaved>(name).then((slot) => {
      held = { ...slot, moveTo: (next) => slot.moveTo(`unsaved:${person}:${next}`) };
      if (gone) slot.leave();
      else setTaken({ name, place: held });
    });
    return () => {
      gone = true;
      held?.leave();
    };
  }, [name, person]);
  // The slot of the former subject is not used for this one.
  return taken?.name === name ? taken?.place : undefined;
}
