import { Smile } from 'lucide-react';
import { useRef, useState } from 'react';
import { useEditor } from '#web/features/editor/store/editor-context.ts';
import { later } from '#web/lib/later.ts';
import { Button } from '#web/ui/Button.tsx';
import { Popover } from '#web/ui/overlays/Popover.tsx';

/** With the names of all emoji. */
const [usePicker] = later(() => import('./EmojiPicker.tsx'));

type Props = {
  /** The part that gets it, by its key. */
  field: string;
  label: string;
};

/** Puts an emoji into a text, where its caret is. */
export function EmojiTool({ field, label }: Props) {
  const editor = useEditor();
  const [isOpen, setOpen] = useState(false);
  const loaded = usePicker(isOpen);
  const chosen = useRef('');
  return (
    <Popover
      open={isOpen}
      onOpenChange={setOpen}
      align="start"
      side="top"
      aria-label="Emoji"
      className="w-72 overflow-hidden"
      onCloseAutoFocus={(event) => {
        if (chosen.current === '') return;
        // The text goes on.
        event.preventDefault();
        editor.insert(field, chosen.current);
        chosen.current = '';
      }}
      trigger={
        <Button
          variant="ghost"
          size="smallIcon"
          aria-label={`Add an emoji to ${label}`}
          data-tool={`emoji ${field}`}
          title="Emoji"
        >
          <Smile size={16} aria-hidden />
        </Button>
      }
    >
      {loaded && (
        <loaded.EmojiPicker
          onChoose={(emoji) => {
            chosen.current = emoji;
            setOpen(false);
          }}
        />
      )}
    </Popover>
  );
}
