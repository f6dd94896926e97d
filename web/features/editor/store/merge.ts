import { detailsOf, type Item } from '#contract/content/items.ts';
import { isSamePart } from '#web/features/content/items/same-part.ts';
import { NO_HISTORY } from './edit-history.ts';
import { type EditorFields, isSameField, METADATA_FIELDS } from './editor-fields.ts';
import type { EditorState } from './editor-state.ts';
import { fieldsOf } from './initial-fields.ts';
import type { Part } from './parts.ts';

/** Merging what two people have changed of one post, where no change is in the way of another. */

type Merged = {
  fields: EditorFields;
  /** What is taken from the other text: 'part 2', 'the tags'. */
  taken: readonly string[];
};

const idOf = ({ id, key }: Part) => id ?? key;
const byId = (parts: readonly Part[]) => new Map(parts.map((part) => [idOf(part), part]));
const orderOf = (parts: readonly Part[]) => JSON.stringify(parts.map(idOf));

/**
 * The parts in the order of whoever changed it, each as whoever changed it has it. Undefined where
 * both have changed the order, or one part, to something else, or one has removed what the other
 * has changed.
 */
function mergedParts(base: readonly Part[], mine: readonly Part[], theirs: readonly Part[]) {
  const [before, ordered] = [orderOf(base), orderOf(mine)];
  const isTheirs = ordered === before;
  if (!isTheirs && orderOf(theirs) !== before && orderOf(theirs) !== ordered) return undefined;
  const [list, others] = isTheirs ? [theirs, mine] : [mine, theirs];
  const [was, kept, own] = [byId(base), byId(list), byId(mine)];
  const isUntouched = (part: Part) => {
    const former = was.get(idOf(part));
    return former !== undefined && isSamePart(part, former);
  };
  if (others.some((part) => !kept.has(idOf(part)) && !isUntouched(part))) return undefined;
  const there = byId(others);
  const merged: Part[] = [];
  for (const part of list) {
    const other = there.get(idOf(part));
    const isListed = !other || isUntouched(other) || isSamePart(part, other);
    if (!isListed && !isUntouched(part)) return undefined;
    const chosen = isListed ? part : other;
    merged.push({ ...chosen, key: own.get(idOf(part))?.key ?? chosen.key });
  }
  return merged;
}

/** @returns undefined where somebody has to choose */
export function merge(
  base: EditorFields,
  mine: EditorFields,
  theirs: EditorFields,
): Merged | undefined {
  const isChanged = (name: keyof EditorFields, fields: EditorFields) =>
    !isSameField(name, fields, base);
  // A status is that of the text as a whole.
  if (isChanged('status', mine) || isChanged('status', theirs)) return undefined;
  const names = [...METADATA_FIELDS, 'kind'] as const;
  const parts = mergedParts(base.parts, mine.parts, theirs.parts);
  const isDisputed = names.some(
    (name) => isChanged(name, mine) && isChanged(name, theirs) && !isSameField(name, mine, theirs),
  );
  if (!parts || isDisputed) return undefined;
  const changed = names.filter((name) => isChanged(name, theirs));
  const taken = Object.fromEntries(changed.map((name) => [name, theirs[name]]));
  return {
    fields: { ...mine, ...(taken as Partial<EditorFields>), parts },
    taken: [
      ...partsTaken(base.parts, theirs.parts),
      ...changed.filter((name) => name !== 'kind').map((name) => `the ${name}`),
    ],
  };
}

/** What is new in the parts of the other text. */
function partsTaken(base: readonly Part[], theirs: readonly Part[]): string[] {
  if (orderOf(base) !== orderOf(theirs)) return ['the parts'];
  const changed = theirs.flatMap((part, at) =>
    isSamePart(part, base[at] as Part) ? [] : [`part ${at + 1}`],
  );
  return theirs.length > 1 ? changed : changed.map(() => 'the text');
}

/**
 * The state with what somebody else has saved, and one's own changes on top of it. Undefined where
 * somebody has to choose.
 */
export function merging(state: EditorState, items: readonly Item[]): EditorState | undefined {
  const [root] = items;
  const { base, fields, restoredAt } = state;
  // A text of this device may have begun with another version than the one that is known.
  if (!root || !base.saved || restoredAt !== undefined) return undefined;
  const theirs = fieldsOf([...items]);
  const merged = merge(base.fields, fields, theirs);
  return (
    merged && {
      ...state,
      base: { fields: theirs, saved: { ...detailsOf(root), id: root.id, version: root.version } },
      fields: merged.fields,
      merged: merged.taken,
      history: NO_HISTORY,
      former: undefined,
      conflict: undefined,
      lost: undefined,
    }
  );
}
