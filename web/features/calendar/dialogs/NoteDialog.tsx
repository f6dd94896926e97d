import { useState } from 'react';
import type { Note } from '#contract/publishing/calendar.ts';
import { useNotes } from '#web/features/calendar/entries/calendar-queries.ts';
import { dayName } from '#web/lib/time/day-names.ts';
import { Button } from '#web/ui/Button.tsx';
import { Field, Input } from '#web/ui/fields/Field.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/Dialog.tsx';

type Props = {
  day: string;
  /** The note that is changed; undefined for a new one. */
  note: Note | undefined;
  onClose: () => void;
};

/** A note for a day: a new one, or the changes of one. */
export function NoteDialog({ day: given, note, onClose }: Props) {
  const [day, setDay] = useState(given);
  const [text, setText] = useState(note?.text ?? '');
  const notes = useNotes();
  const change = (what: Parameters<typeof notes.mutate>[0]) =>
    notes.mutate(what, { onSuccess: onClose });
  return (
    <Dialog open onClose={onClose} title={note ? `Note for ${dayName(day)}` : 'Add a note'}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!text.trim()) return;
          change(note ? { do: 'change', id: note.id, text } : { do: 'add', day, text });
        }}
        className="flex flex-col gap-4"
      >
        <Field label="Note" hint="What everyone should know about this day, such as a holiday.">
          <Input
            value={text}
            maxLength={100}
            required
            onChange={({ target }) => setText(target.value)}
          />
        </Field>
        {!note && (
          <Field label="Day">
            <Input
              type="date"
              required
              value={day}
              onChange={({ target }) => setDay(target.value)}
            />
          </Field>
        )}
        <DialogActions>
          {note && (
            <Button
              className="mr-auto text-danger"
              onClick={() => change({ do: 'delete', id: note.id })}
            >
              Delete
            </Button>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" disabled={!text.trim()} busy={notes.isPending}>
            Save
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
