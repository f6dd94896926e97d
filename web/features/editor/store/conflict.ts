import { detailsOf, type Item } from '#contract/content/items.ts';
import { type EditorFields, isSameField, METADATA_FIELDS } from './editor-fields.ts';
import type { EditorState } from './editor-state.ts';
import { fieldsOf } from './initial-fields.ts';

/** The fields beside the content that both have changed, to different values. */
export const disputed = ({ fields, base }: EditorState, items: Item[]) => {
  const theirs = fieldsOf(items);
  return METADATA_FIELDS.filter(
    (name) =>
      !isSameField(name, fields, base.fields) &&
      !isSameField(name, theirs, base.fields) &&
      !isSameField(name, fields, theirs),
  );
};

/**
 * One's own text on top of what somebody else has saved. Fields that were not changed here are those
 * of the other, so that no change is undone silently; parts that the other has removed are new ones.
 */
export function keepingMine(state: EditorState, items: Item[]): EditorState {
  const [root] = items;
  const { fields, base } = state;
  if (!root || !base.saved) return state;
  const theirs = fieldsOf(items);
  const untouched = METADATA_FIELDS.filter((name) => isSameField(name, fields, base.fields));
  const there = new Set(items.map(({ id }) => id));
  const parts = fields.parts.map(({ id, ...part }) =>
    id !== undefined && there.has(id) ? { ...part, id } : part,
  );
  return {
    ...state,
    base: { fields: theirs, saved: { ...detailsOf(root), id: root.id, version: root.version } },
    fields: {
      ...fields,
      ...(Object.fromEntries(
        untouched.map((name) => [name, theirs[name]]),
      ) as Partial<EditorFields>),
      parts,
    },
  };
}
