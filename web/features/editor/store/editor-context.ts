import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import type { Editor } from './editor.ts';
import type { EditorState } from './editor-state.ts';

export const EditorContext = createContext<Editor | null>(null);

/** The editor that a component is in. */
export function useEditor(): Editor {
  const editor = useContext(EditorContext);
  if (!editor) throw new Error('Not in an editor.');
  return editor;
}

/** What is selected of its state; the component is rendered when that is another value. */
export const useEditorState = <Selected>(select: (state: EditorState) => Selected): Selected =>
  useStore(useEditor().store, select);
