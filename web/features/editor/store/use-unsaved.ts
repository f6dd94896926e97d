import { useEffect, useRef, useState } from 'react';
import { useAuth } from '#web/api/auth-store.ts';
import { useWorkspace } from '#web/api/workspace.ts';
import { claimDraftSlot, type DraftSlot, renameSlots } from '#web/lib/drafts/draft-slot.ts';
import type { EditorFields } from './editor-fields.ts';

/** A draft, and the version that it began with. */
type Unsaved = {
  fields: EditorFields;
  version: number | undefined;
  /** The Idempotency-Key of a new text. */
  key?: string;
};
export type UnsavedPlace = Omit<DraftSlot<Unsaved>, 'moveTo'> & {
  /** The text is that of this item from now on. */
  moveTo: (subject: string) => Promise<void>;
};

/** The subject of a text that does not exist yet. */
export const NEW = 'new';

/**
 * The slot in which a person's draft is stored until it is saved; undefined while loading. A new
 * text belongs to its workspace: in another one it would be shown to others.
 * @param subject the edited item, or `NEW`; null while unknown
 * @param round another one is another slot
 */
export function useUnsavedPlace(subject: string | null, round: number): UnsavedPlace | undefined {
  const person = useAuth(({ user }) => user?.id);
  const workspace = useWorkspace().data?.id;
  const [taken, setTaken] = useState<{ of: string; place: UnsavedPlace }>();
  const own = `unsaved:${person}:`;
  const newName = workspace === undefined ? undefined : `${own}${NEW}@${workspace}`;
  const latestNew = useRef(newName);
  latestNew.current = newName;
  const name = subject === NEW ? newName : subject !== null ? own + subject : undefined;
  const of = name === undefined ? undefined : `${name} ${round}`;
  useEffect(() => {
    if (name === undefined || of === undefined) return;
    // Former releases stored new texts for all workspaces.
    if (name === latestNew.current) renameSlots(own + NEW, name);
    let gone = false;
    let held: UnsavedPlace | undefined;
    void claimDraftSlot<Unsaved>(name).then((slot) => {
      const nameOf = (next: string) => (next === NEW ? latestNew.current : undefined) ?? own + next;
      held = { ...slot, moveTo: (next) => slot.moveTo(nameOf(next)) };
      if (gone) slot.leave();
      else setTaken({ of, place: held });
    });
    return () => {
      gone = true;
      held?.leave();
    };
  }, [of, name, own]);
  // The slot of the former subject is not used for this one.
  return taken?.of === of ? taken?.place : undefined;
}
