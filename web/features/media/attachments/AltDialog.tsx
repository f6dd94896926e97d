import { useState } from 'react';
import { type Attachment, MAX_ALT_LENGTH } from '#contract/attachments.ts';
import { DescribedFile } from '#web/features/media/alt-texts/DescribedFile.tsx';
import { useConfirmAlt } from '#web/features/media/alt-texts/use-confirm-alt.ts';
import { useDescribing } from '#web/features/media/alt-texts/use-describing.ts';
import { Thumbnail } from '#web/features/media/files/Thumbnail.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Field } from '#web/ui/fields/Field.tsx';
import { Textarea } from '#web/ui/fields/Textarea.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/Dialog.tsx';

type Props = {
  entry: Attachment;
  link: string | undefined;
  onClose: () => void;
  onSave: (alt: string) => void;
};

/** The alt text of a file in a post, which the assistant may propose. */
export function AltDialog({ entry, link, onClose, onSave }: Props) {
  const { file, kind, name, focus, alt } = entry;
  const [text, setText] = useState(alt);
  const describing = useDescribing(file, alt !== '');
  const confirmAlt = useConfirmAlt();
  const isProposed = describing.proposed !== undefined;
  const save = () => onSave(text.trim());
  const field = (
    <Field
      label={`What ‘${name}’ shows`}
      hint={`${text.length} / ${MAX_ALT_LENGTH.toLocaleString('en')}`}
    >
      <Textarea
        rows={4}
        dir="auto"
        autoFocus
        maxLength={MAX_ALT_LENGTH}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save();
        }}
      />
    </Field>
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title="Alt text"
      description={
        isProposed
          ? 'Once confirmed, it is used in this post, and in the library if there is none.'
          : 'For this post only. The one in the library stays the same.'
      }
    >
      <Thumbnail kind={kind} link={link} focus={focus} className="h-48 w-full rounded-base" />
      {kind === 'picture' || kind === 'gif' ? (
        <DescribedFile
          describing={describing}
          onConfirm={async (confirmed) => {
            await confirmAlt(file, confirmed);
            onSave(confirmed);
          }}
        >
          {field}
        </DescribedFile>
      ) : (
        field
      )}
      <DialogActions>
        <Button onClick={onClose}>{isProposed ? 'Close' : 'Cancel'}</Button>
        {!isProposed && (
          <Button variant="primary" onClick={save}>
            Save alt text
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
