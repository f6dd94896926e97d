import { useEffect, useId, useRef } from 'react';
import { createPortal } from 'react-dom';
import { customisedNetworks } from '#contract/content/items.ts';
import { NETWORK_NAMES, type Network } from '#contract/networks/names.ts';
import { EditorAssistant } from '#web/features/editor/assistant/EditorAssistant.tsx';
import { Counter } from '#web/features/editor/networks/Counter.tsx';
import { useEditor, useEditorState } from '#web/features/editor/store/editor-context.ts';
import { isLocked } from '#web/features/editor/store/editor-state.ts';
import { selectionIn } from '#web/features/editor/store/field-history.ts';
import {
  customised,
  cutAt,
  newPart,
  type Part,
  sameFirst,
} from '#web/features/editor/store/parts.ts';
import { TextField } from '#web/features/editor/text/TextField.tsx';
import { TextTools } from '#web/features/editor/text/TextTools.tsx';
import { AttachmentsField } from './AttachmentsField.tsx';
import { endsPart } from './ends-part.ts';
import { NetworkTextFields } from './NetworkTextFields.tsx';

type Props = {
  network: Network;
  /** Where its tools and its counter are shown, on a phone. */
  dock: HTMLElement | null;
};

const EMPTY = newPart();

/** The text of a single post, with its files. */
export function SingleField({ network, dock }: Props) {
  const editor = useEditor();
  const part = useEditorState(({ fields }) => fields.parts[0]) ?? EMPTY;
  const isNew = useEditorState((state) => state.isNew);
  const readOnly = useEditorState(isLocked);
  const id = useId();
  const field = useFocusAtFirst(isNew);
  const change = (to: (part: Part) => Part, field?: string, start?: number) =>
    editor.edit(
      { parts: [to(editor.store.getState().fields.parts[0] ?? newPart())] },
      field === undefined ? undefined : { field, ...(start !== undefined && { start }) },
    );
  const files = {
    media: part.media,
    target: part.key,
    label: 'the content',
    network,
    readOnly,
    onChange: (to: (media: Part['media']) => Part['media']) =>
      change((now) => ({ ...now, media: to(now.media) })),
  };
  /** The files stay with the first part. */
  function split(texts: string[]) {
    const parts = texts.map((content, at) =>
      newPart({ content, network_texts: {}, media: at === 0 ? part.media : [] }),
    );
    const field = parts.at(-1)?.key ?? '';
    editor.edit({ kind: 'thread', parts: sameFirst(parts, part) }, { field });
  }
  const canSplit = isNew && customisedNetworks([part]).length === 0;
  // A text of its own is counted where it is written.
  const isOwn = part.network_texts[network] !== undefined;
  const counter = !isOwn && (
    <Counter
      id={`${id}-count`}
      text={part.content}
      network={network}
      hasMedia={part.media.length > 0}
      isLast
      split={
        canSplit
          ? {
              label: (parts) => `Make a thread of ${parts} for ${NETWORK_NAMES[network]}`,
              run: split,
            }
          : undefined
      }
    />
  );
  const tools = (
    <TextTools
      files={files}
      split={
        canSplit && !readOnly
          ? {
              label: 'Make a thread, split at the caret',
              run: () => split(cutAt(part.content, selectionIn(part.key).end)),
            }
          : undefined
      }
    />
  );
  return (
    <div data-takes-files={part.key} className="flex flex-col gap-3">
      <TextField
        ref={field}
        name={part.key}
        aria-label="Content *"
        rows={6}
        text={part.content}
        readOnly={readOnly}
        placeholder="What is it about?"
        aria-describedby={isOwn ? undefined : `${id}-count`}
        network={isOwn ? undefined : network}
        onText={(content) => change((now) => ({ ...now, content }))}
        onInsert={({ result: content, caret, isPlain }) => {
          if (!isPlain) change((now) => ({ ...now, content }), part.key, caret);
          return !isPlain;
        }}
        onKeyDown={(event) => {
          if (!canSplit || readOnly || event.nativeEvent.isComposing || !endsPart(event)) return;
          event.preventDefault();
          split([part.content.trimEnd(), '']);
        }}
        className="min-h-40"
      />
      <AttachmentsField {...files} />
      <NetworkTextFields
        part={part}
        label="the content"
        isLast
        readOnly={readOnly}
        onChange={(entry, text) =>
          // The pressed button is gone then.
          change((now) => customised(now, entry, text), text === undefined ? part.key : undefined)
        }
      />
      {dock ? (
        createPortal(
          <>
            {tools}
            {counter}
          </>,
          dock,
        )
      ) : (
        <div className="sticky bottom-0 z-10 flex items-center gap-2 border-line-soft border-t bg-surface py-2 has-[+[data-assistant]]:static">
          <span className="-ml-1.5 flex">{tools}</span>
          <span className="min-w-0 grow">{counter}</span>
        </div>
      )}
      <EditorAssistant is="place" part={part.key} number={undefined} />
    </div>
  );
}

/** A field that has the focus when the editor opens, with the caret at its end. */
function useFocusAtFirst(wanted: boolean) {
  const field = useRef<HTMLTextAreaElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when it opens alone
  useEffect(() => {
    if (!wanted || !field.current) return;
    field.current.focus({ preventScroll: true });
    field.current.setSelectionRange(field.current.value.length, field.current.value.length);
  }, []);
  return field;
}
