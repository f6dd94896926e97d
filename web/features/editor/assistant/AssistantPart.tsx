import { useLayoutEffect } from 'react';
import { useEditor, useEditorState } from '#web/features/editor/store/editor-context.ts';
import { laterComponent } from '#web/lib/later.ts';
import { AssistantTool } from './AssistantTool.tsx';
import { closeAssistant, openAssistant, useOpenAssistant } from './open-assistant.ts';
import { closeWide } from './open-wide.ts';
import type { PartAssistantProps } from './PartAssistant.tsx';
import { type SelectedWords, useSelectedWords } from './selected-words.ts';

/** Loaded when it is opened. */
const PartAssistant = laterComponent<PartAssistantProps>(
  () => import('./PartAssistant.tsx').then((module) => module.PartAssistant),
  { isExtra: true, isRare: true },
);

const SelectionBar = laterComponent<{ selected: SelectedWords }>(
  () => import('./SelectionBar.tsx').then((module) => module.SelectionBar),
  { isExtra: true, isRare: true },
);

const EditorWide = laterComponent<{ isBeside: boolean }>(
  () => import('./EditorWide.tsx').then((module) => module.EditorWide),
  { isExtra: true, isRare: true },
);

export type AssistantPartProps =
  /** The button that opens it for a part, by its key. */
  | { is: 'tool'; part: string; label: string }
  /** Where it opens; a part of a thread has a number, from 1. */
  | ({ is: 'place' } & PartAssistantProps)
  /** The key that opens it, and the bar at selected words; once in the editor. */
  | { is: 'keys' }
  /** A proposal for the whole post, beside its text or over it. */
  | { is: 'wide'; isBeside: boolean }
  /** Where it stays for a part that is gone, below all others. */
  | { is: 'gone' };

export function AssistantPart(props: AssistantPartProps) {
  switch (props.is) {
    case 'tool':
      return <AssistantTool {...props} />;
    case 'place':
      return <Place {...props} />;
    case 'wide':
      return <EditorWide isBeside={props.isBeside} />;
    case 'gone':
      return <Gone />;
    case 'keys':
      return <Keys />;
  }
}

const Place = ({ part, number }: PartAssistantProps) =>
  useOpenAssistant((open) => open.part === part) && <PartAssistant part={part} number={number} />;

function Gone() {
  const { part, number } = useOpenAssistant();
  const isGone = useEditorState(({ fields }) => !fields.parts.some(({ key }) => key === part));
  return part !== null && isGone && <PartAssistant part={part} number={number} />;
}

function Keys() {
  const editor = useEditor();
  const selected = useSelectedWords();
  // With the button that tells of the key: it is heard from then on.
  useLayoutEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event;
      if (key.toLowerCase() !== 'j' || !(ctrlKey || metaKey) || altKey || shiftKey) return;
      if (event.defaultPrevented || document.querySelector('[role=dialog]')) return;
      event.preventDefault();
      const { fields, part } = editor.store.getState();
      const field = (target as HTMLElement).dataset?.field?.split('/')[0];
      const isPart = (name: string | undefined) => fields.parts.some((entry) => entry.key === name);
      openAssistant([field, part].find(isPart) ?? fields.parts[0]?.key);
    }
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      closeAssistant();
      closeWide();
    };
  }, [editor]);
  return selected && <SelectionBar selected={selected} />;
}
