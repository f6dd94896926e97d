import { Scissors } from 'lucide-react';
import { EditorAssistant } from '#web/features/editor/assistant/EditorAssistant.tsx';
import { AddMedia, type AttachmentsProps } from '#web/features/media/attachments/AddMedia.tsx';
import { EmojiTool } from './EmojiTool.tsx';
import { IconAction } from './IconAction.tsx';
import { SlashTool } from './SlashPlace.tsx';

type Props = {
  files: AttachmentsProps;
  /** Splits the text at the caret; undefined where it cannot be split. */
  split: { label: string; run: () => void } | undefined;
};

/** What is put into a text where it is written: files, emoji, and where it is split. */
export const TextTools = ({ files, split }: Props) => (
  <>
    {!files.readOnly && <AddMedia {...files} />}
    {!files.readOnly && <EmojiTool field={files.target} label={files.label} />}
    {split && (
      <IconAction
        label={split.label}
        title="Split at the caret (Enter three times at the end)"
        onClick={split.run}
        data-tool={`split ${files.target}`}
      >
        <Scissors size={16} aria-hidden />
      </IconAction>
    )}
    {!files.readOnly && <SlashTool part={files.target} label={files.label} />}
    {!files.readOnly && <EditorAssistant is="tool" part={files.target} label={files.label} />}
  </>
);
