import { useEffect, useState } from 'react';
import { askingOf } from '#web/features/assistant/asking/asking-store.ts';
import { charactersIn } from '#web/features/assistant/asking/counting.ts';
import type { Host } from '#web/features/assistant/asking/host.ts';
import { Panel } from '#web/features/assistant/panel/Panel.tsx';
import { useShownNetworks } from '#web/features/editor/networks/use-shown-networks.ts';
import type { Editor } from '#web/features/editor/store/editor.ts';
import { useEditor, useEditorState } from '#web/features/editor/store/editor-context.ts';
import { changed, newPart, type Part } from '#web/features/editor/store/parts.ts';
import { plural } from '#web/lib/text.ts';
import { OverField } from '#web/ui/text/OverText.tsx';
import { beginWith } from './forget-askings.ts';
import { closeAssistant, type OpenAssistant, useOpenAssistant } from './open-assistant.ts';
import { postHostOf, takeJoined, wholeText } from './post-assistant.ts';
import { sayTaken } from './taken-toast.ts';

export type PartAssistantProps = {
  /** Its key. */
  part: string;
  /** Of a thread, from 1. */
  number: number | undefined;
};

/** The key of what is asked about all parts. */
const WHOLE_POST = 'post';

/** The assistant of a part of the editor. */
export function PartAssistant({ part: key, number }: PartAssistantProps) {
  const editor = useEditor();
  const open = useOpenAssistant();
  const parts = useEditorState(({ fields }) => fields.parts);
  const part = parts.find((entry) => entry.key === key);
  const folder = useEditorState(({ fields }) => fields.folder);
  const item = useEditorState(({ base }) => base.saved?.id);
  const { network, accounts } = useShownNetworks();
  const text = part?.content ?? '';
  useState(() => beginWith(editor));
  const isGone = part === undefined;
  useEffect(() => {
    if (!isGone) useOpenAssistant.setState({ number });
    else if (askingOf(key).proposals.length === 0) closeAssistant();
  }, [key, isGone, number]);
  const partName = number === undefined ? 'The post' : `Item ${number}`;
  const isPost = open.isPost === true;
  const host: Host = {
    part: key,
    name: partName,
    partName,
    text,
    post: postHostOf(editor, closeAssistant),
    isPost,
    setPost: (isPost) => useOpenAssistant.setState({ isPost }),
    isGone,
    isThread: number !== undefined,
    network,
    limits: accounts.get(network)?.limits ?? {},
    hasMedia: (part?.media.length ?? 0) > 0,
    folder,
    item,
    ...actionsOf(editor, key, number),
    ...(isPost && {
      part: WHOLE_POST,
      name: 'Whole post',
      text: wholeText(parts),
      isGone: false,
      hasMedia: parts.some(({ media }) => media.length > 0),
      take(text: string, caret: number) {
        closeAssistant();
        takeJoined(editor, text, caret);
      },
      insert: undefined,
    }),
  };
  return (
    <>
      <Panel
        host={host}
        chosen={isPost ? undefined : open.chosen}
        startWith={open.startWith}
        opened={open.opened}
      />
      <ChosenWords part={key} text={text} chosen={open.chosen} />
    </>
  );
}

type HostActions = Pick<Host, 'onAsk' | 'take' | 'insert' | 'focusText' | 'close'>;

function actionsOf(editor: Editor, key: string, number: number | undefined): HostActions {
  const { store } = editor;
  const now = () => store.getState().fields.parts;
  const focusText = () => editor.dispatch({ do: 'focus', focus: { field: key } });
  const name = number === undefined ? '' : `Item ${number}, `;
  function take(parts: Part[], field: string, caret: number, text: string) {
    editor.take({ parts }, { field, start: caret });
    closeAssistant();
    sayTaken(editor, `${name}${plural(charactersIn(text), 'character')}`);
  }
  return {
    // What is asked about is a version of its own, before anything of it is taken.
    onAsk: () => void editor.saver.flush(),
    take: (text, caret) => take(changed(now(), key, text), key, caret, text),
    insert(text, where) {
      const parts = now();
      if (number !== undefined) {
        const part = newPart(text);
        const at = parts.findIndex((entry) => entry.key === key);
        const place = where === 'above' ? at : at + 1 || parts.length;
        return take(parts.toSpliced(place, 0, part), part.key, text.length, text);
      }
      const content = parts[0]?.content ?? '';
      const list = where === 'above' ? [text, content] : [content, text];
      const joined = list.filter((entry) => entry.trim()).join('\n\n');
      const caret = where === 'above' ? text.length : joined.length;
      take(changed(parts, key, joined), key, caret, text);
    },
    focusText,
    close() {
      closeAssistant();
      if (now().some((part) => part.key === key)) focusText();
    },
  };
}

type ChosenProps = { part: string; text: string; chosen: OpenAssistant['chosen'] };

/** The words that are asked about, marked while the focus is in the panel. */
function ChosenWords({ part, text, chosen }: ChosenProps) {
  if (!chosen || chosen.end > text.length) return null;
  return (
    <OverField field={part}>
      {text.slice(0, chosen.start)}
      <mark className="rounded-sm bg-[color-mix(in_srgb,var(--jade-9)_22%,transparent)] text-transparent">
        {text.slice(chosen.start, chosen.end)}
      </mark>
      {text.slice(chosen.end)}
    </OverField>
  );
}
