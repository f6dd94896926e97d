import type { FormEvent } from 'react';
import { useAuth } from '#web/api/auth-store.ts';
import { useKeptText } from '#web/lib/drafts/use-draft-text.ts';
import { Button } from '#web/ui/Button.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Field } from '#web/ui/fields/Field.tsx';
import { Textarea } from '#web/ui/fields/Textarea.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/Dialog.tsx';

type Props = {
  /** The root of the thread. */
  thread: number;
  failure: string | null;
  busy: boolean;
  /**
   * `done` is called after saving.
   */
  onReply: (content: string, done: () => void) => void;
  onClose: () => void;
};

/** Writes a new part for the end of a thread, with the folder and status of the thread. */
export function ReplyDialog({ thread, failure, busy, onReply, onClose }: Props) {
  const person = useAuth(({ user }) => user?.id);
  const [content, setContent] = useKeptText(`reply:${person}:${thread}`);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (content.trim() && !busy) onReply(content, () => setContent(''));
  }

  return (
    <Dialog open onClose={() => busy || onClose()} title="Create Reply">
      <form onSubmit={submit} className="flex flex-col gap-4">
        {failure && <Alert>{failure}</Alert>}
        <Field label="Content" required>
          <Textarea
            rows={5}
            required
            value={content}
            readOnly={busy}
            onChange={({ target }) => setContent(target.value)}
          />
        </Field>
        <DialogActions>
          <Button onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" disabled={!content.trim() || busy}>
            {busy ? 'Creating...' : 'Create Reply'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
