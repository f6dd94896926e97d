import type { Editor } from './editor.ts';
import { changed, customised, type Part } from './parts.ts';

/** Gives a field of the editor another text, with the caret there. @param name its `data-field` */
export function writeField(editor: Editor, name: string, text: string, start: number) {
  const [key = '', network] = name.split('/');
  const { parts } = editor.store.getState().fields;
  const next = network
    ? parts.map((part) =>
        part.key === key ? customised(part, network as keyof Part['network_texts'], text) : part,
      )
    : changed(parts, key, text);
  editor.edit({ parts: next }, { field: name, start });
}
