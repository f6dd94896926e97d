import { type FormEvent, useState } from 'react';
import { MAX_TAG_LENGTH } from '#contract/content/items.ts';
import { useTagSuggestions } from '#web/features/content/search/suggestions.ts';
import { Button } from '#web/ui/Button.tsx';
import { Field } from '#web/ui/fields/Field.tsx';
import { TagInput } from '#web/ui/fields/TagInput.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/Dialog.tsx';

type Props = {
  title: string;
  /** The tags that they have: of one item; those of several are not replaced. */
  tags?: readonly string[];
  onSave: (add: string[], remove: string[]) => void;
  onClose: () => void;
};

/** Changes the tags of an item, or adds tags to several and removes others. */
export function TagsDialog({ title, tags, onSave, onClose }: Props) {
  const [kept, setKept] = useState([...(tags ?? [])]);
  const [gone, setGone] = useState<string[]>([]);
  const add = kept.filter((tag) => !tags?.includes(tag));
  const remove = tags ? tags.filter((tag) => !kept.includes(tag)) : gone;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (add.length || remove.length) onSave(add, remove);
    onClose();
  }

  return (
    <Dialog open onClose={onClose} title={title}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <Field label={tags ? 'Tags' : 'Add tags'}>
          <TagInput
            tags={kept}
            onChange={setKept}
            longest={MAX_TAG_LENGTH}
            useSuggestions={useTagSuggestions}
          />
        </Field>
        {!tags && (
          <Field label="Remove tags">
            <TagInput
              tags={gone}
              onChange={setGone}
              longest={MAX_TAG_LENGTH}
              useSuggestions={useTagSuggestions}
            />
          </Field>
        )}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary">
            Save
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
