import type { Folder } from '#contract/content/folders.ts';
import type { Item } from '#contract/content/items.ts';
import { randomKey } from '#web/lib/random-key.ts';
import { createEditor } from './editor.ts';
import { type EditorFields, saySame } from './editor-fields.ts';
import type { Surroundings } from './editor-saver.ts';
import { stateFrom } from './editor-state.ts';
import { askedFields, fieldsOf, newFields } from './initial-fields.ts';
import { keepSaved } from './keep-saved.ts';
import { NEW, type UnsavedPlace } from './use-unsaved.ts';

type Opened = {
  /** The item, or all parts of its thread; empty for a new text. */
  saved: Item[];
  place: UnsavedPlace;
  folders: Folder[];
  query: URLSearchParams;
  /** Whether the address was followed, not reloaded: what it asks for wins over a draft. */
  arrived: boolean;
  isPlanned: boolean;
  around: Omit<Surroundings, 'key' | 'onForgotten'>;
};

/** The editor of a text that is there, or of a new one, with what this device has kept of it. */
export function openEditor({ saved, place, folders, query, arrived, isPlanned, around }: Opened) {
  const [root] = saved;
  const { found } = place;
  const key = found?.value.key ?? randomKey();
  const fields = root ? fieldsOf(saved) : newFields(folders, query);
  const asked = root ? {} : askedFields(folders, query, arrived, found?.value.fields.folder);
  const kept = found && { ...upgraded(found.value.fields), ...asked };
  // A page that was closed has saved it.
  const isRestored = kept && !(root && saySame(kept, fields));
  const version = (isRestored && found.value.version) || root?.version;
  const base = { fields, saved: root && { ...root, version: version ?? root.version } };
  const editor = createEditor(
    stateFrom(base, {
      isPlanned,
      // What was sent when the page was closed may be saved.
      ...(isRestored && { fields: kept, restoredAt: found.at, lost: kept }),
    }),
    {
      ...around,
      key,
      onExists: (item) => {
        void place.moveTo(String(item.id));
        around.onExists(item);
      },
      onForgotten: () => void place.moveTo(NEW),
    },
  );
  if (found && !isRestored) place.keep(null);
  return {
    editor,
    /** Goes on with what is saved. */
    discard: () => editor.dispatch({ do: 'begin again', base: { fields, saved: root } }),
    keepSaved: () => keepSaved(editor, place, key),
  };
}

/** Drafts of former releases have neither texts for networks nor files. */
const upgraded = ({ parts, ...fields }: EditorFields): EditorFields => ({
  ...fields,
  parts: parts.map((part) => ({
    ...part,
    network_texts: part.network_texts ?? {},
    media: part.media ?? [],
  })),
});
