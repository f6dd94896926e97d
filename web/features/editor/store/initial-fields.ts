import type { Folder } from '#contract/content/folders.ts';
import { detailsOf, type Item } from '#contract/content/items.ts';
import { flatten } from '#web/features/content/folders/tree.ts';
import { blankFields, DRAFTS_FOLDER, type EditorFields, type EditorKind } from './editor-fields.ts';

/** The fields of a saved item, or of all parts of its thread. */
export function fieldsOf(saved: Item[]): EditorFields {
  const [root] = saved as [Item, ...Item[]];
  const { folder, status, description, is_thread_part } = root;
  return {
    kind: is_thread_part ? 'thread' : 'single',
    folder,
    status,
    description: description ?? '',
    ...detailsOf(root),
    parts: saved.map(({ id, content, network_texts, media }) => ({
      key: String(id),
      id,
      content,
      network_texts,
      media,
    })),
  };
}

/** The folder that the address names, if it exists. */
function namedFolder(folders: Folder[], query: URLSearchParams) {
  const named = query.get('folder') ?? '';
  return /^\d+$/.test(named) ? folders.find(({ id }) => id === Number(named)) : undefined;
}

/**
 * The folder and the type that a link asks for, over those of an unsaved text; and a folder, where
 * that of the text does not exist.
 */
export function askedFields(
  folders: Folder[],
  query: URLSearchParams,
  arrived: boolean,
  kept: number | null | undefined,
): Partial<EditorFields> {
  const named = arrived ? namedFolder(folders, query) : undefined;
  const lost = kept === undefined || !folders.some(({ id }) => id === kept);
  const folder = named?.id ?? (lost ? newFields(folders, query).folder : undefined);
  return {
    ...(folder != null && { folder }),
    ...(arrived && query.get('mode') === 'thread' && { kind: 'thread' as const }),
  };
}

/** The fields of a new text, with the folder and the type that the address names. */
export function newFields(folders: Folder[], query: URLSearchParams): EditorFields {
  const wanted = namedFolder(folders, query);
  const kind: EditorKind = query.get('mode') === 'thread' ? 'thread' : 'single';
  // The first as they are shown.
  const folder = (wanted ?? flatten(folders)[0]?.folder)?.id ?? DRAFTS_FOLDER;
  return blankFields(kind, folder);
}
