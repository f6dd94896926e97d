import { MAX_ATTACHMENTS } from '#contract/attachments.ts';
import { customisedNetworks, type PartText, textFor } from '#contract/content/items.ts';
import type { Network } from '#contract/networks/names.ts';
import { isSamePart } from '#web/features/content/items/same-part.ts';

/** One part in the editor: `key` identifies it on the page, `id` is the saved item. */
export type Part = PartText & { key: string; id?: number };

let created = 0;
export const newPart = (text: string | PartText = ''): Part => ({
  key: `new-${++created}-${Date.now().toString(36)}`,
  ...(typeof text === 'string' ? { content: text, network_texts: {}, media: [] } : text),
});

const indexOf = (parts: Part[], key: string) => parts.findIndex((part) => part.key === key);

export const changed = (parts: Part[], key: string, content: string) =>
  parts.map((part) => (part.key === key ? { ...part, content } : part));

/** Sets the text of a part for a network; without one, the content is published there. */
export function customised(part: Part, network: Network, text: string | undefined): Part {
  const { [network]: _, ...others } = part.network_texts;
  return { ...part, network_texts: text === undefined ? others : { ...others, [network]: text } };
}

/** Gives every part a text for a network, at first the content. */
export const allCustomised = (parts: Part[], network: Network) =>
  parts.map((part) => customised(part, network, textFor(part, network)));

/** Inserts new parts after the one with this key; at the end without a key. */
export function insertedAfter(parts: Part[], key: string | null, ...added: Part[]): Part[] {
  return parts.toSpliced(key === null ? parts.length : indexOf(parts, key) + 1, 0, ...added);
}

export const without = (parts: Part[], key: string) => parts.filter((part) => part.key !== key);

/** Moves a part; out of range, returns the list unchanged. */
export function moved(parts: Part[], key: string, to: number): Part[] {
  const from = indexOf(parts, key);
  const part = parts[from];
  if (!part || to < 0 || to >= parts.length || to === from) return parts;
  return parts.toSpliced(from, 1).toSpliced(to, 0, part);
}

/** Joins a part with the one before; `at` is the position of the seam. */
export function joined(
  parts: Part[],
  key: string,
): { parts: Part[]; into: Part; at: number } | null {
  const index = indexOf(parts, key);
  const [before, part] = [parts[index - 1], parts[index]];
  if (!before || !part) return null;
  const into = { ...before, ...joinedText([before, part], '') };
  return { parts: parts.toSpliced(index - 1, 2, into), into, at: before.content.length };
}

/** The texts before and after a place in a text, without white space at the seam. */
export const cutAt = (content: string, at: number): [string, string] => [
  content.slice(0, at).trimEnd(),
  content.slice(at).trimStart(),
];

/** Splits a part: it keeps the first text, new parts follow with the others. */
export function cutUp(
  parts: Part[],
  key: string,
  texts: string[],
): { parts: Part[]; added: Part[] } {
  const [first = '', ...others] = texts;
  const added = others.map((text) => newPart(text));
  return { parts: insertedAfter(changed(parts, key, first), key, ...added), added };
}

/** The files of parts, each once. */
const joinedFiles = (parts: readonly PartText[]) => {
  const all = parts.flatMap(({ media }) => media);
  return all
    .filter((entry, at) => all.findIndex(({ file }) => file === entry.file) === at)
    .slice(0, MAX_ATTACHMENTS);
};

/** The texts and files of parts as one, the texts for each network as well. */
function joinedText(parts: readonly PartText[], separator: string): PartText {
  const join = (textOf: (part: PartText) => string) => parts.map(textOf).join(separator);
  return {
    content: join(({ content }) => content),
    media: joinedFiles(parts),
    network_texts: Object.fromEntries(
      customisedNetworks(parts).map((network) => [network, join((part) => textFor(part, network))]),
    ),
  };
}

/** These parts, the first of which is that saved item. */
export const sameFirst = ([first, ...others]: Part[], item: Part | undefined): Part[] =>
  first ? [{ ...first, ...(item?.id !== undefined && { id: item.id }) }, ...others] : [];

/** The text of a field: of a part, by its key, or of a network in it. */
export function textOfField(parts: readonly Part[], field: string): string {
  const [key, network] = field.split('/') as [string, Network?];
  const part = parts.find((entry) => entry.key === key);
  return (network ? part?.network_texts[network] : part?.content) ?? '';
}

/** With a text in place of these characters of a field. */
export function replacedIn(
  parts: Part[],
  field: string,
  start: number,
  end: number,
  added: string,
): Part[] {
  const [key = '', network] = field.split('/') as [string, Network?];
  const now = textOfField(parts, field);
  const next = now.slice(0, start) + added + now.slice(end);
  if (!network) return changed(parts, key, next);
  return parts.map((part) => (part.key === key ? customised(part, network, next) : part));
}

/** All parts as one text. */
export const asOneText = (parts: readonly PartText[]) => joinedText(parts, '\n\n');

/** Whether the parts have the same texts and files, whatever their ids. */
export const haveSameTexts = (a: readonly PartText[], b: readonly PartText[]) =>
  a.length === b.length &&
  a.every((part, at) => part === b[at] || isSamePart(part, b[at] as PartText));

/** Fields whose parts have the ids of their items, by the keys of the parts. */
export function identified<Fields extends { parts: Part[] }>(
  fields: Fields,
  ids: Readonly<Record<string, number>>,
): Fields {
  const parts = fields.parts.map((part) => {
    const id = ids[part.key];
    return id === undefined || id === part.id ? part : { ...part, id };
  });
  // The same list, where nothing is new: a step of it can be undone then.
  return parts.every((part, at) => part === fields.parts[at]) ? fields : { ...fields, parts };
}

/** Parts with the ids that the server knows: one that was removed and saved is a new one. */
export function sendable(parts: readonly Part[], known: readonly Part[]): Part[] {
  const ids = new Set(known.map(({ id }) => id));
  return parts.map(({ id, ...part }) => (id !== undefined && ids.has(id) ? { ...part, id } : part));
}
