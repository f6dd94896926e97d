import { DETAIL_FIELDS, type Details, emptyDetails } from '#contract/content/items.ts';
import type { Status } from '#contract/content/workflow.ts';
import { ALL_NETWORKS, NETWORK_NAMES } from '#contract/networks/names.ts';
import { haveSameTexts, newPart, type Part } from './parts.ts';

export type EditorKind = 'single' | 'thread';

/** In place of an id: the folder 'Drafts', which is created with the first text of a workspace. */
export const DRAFTS_FOLDER = 0;

/** The fields of the editor. A single post has one part. */
export type EditorFields = Details & {
  kind: EditorKind;
  folder: number | null;
  status: Status;
  description: string;
  parts: Part[];
};

/** Complete values, ready to be sent. */
export type EditorValues = EditorFields & { folder: number };

/** The fields beside the content. */
export const METADATA_FIELDS = ['folder', 'status', 'description', ...DETAIL_FIELDS] as const;

/** Whether a field has the same value in both. */
export const isSameField = (name: keyof EditorFields, a: EditorFields, b: EditorFields) =>
  a[name] === b[name] || JSON.stringify(a[name]) === JSON.stringify(b[name]);

/** Whether both say the same, whatever the keys of the parts, and the ids of their items. */
export const saySame = (a: EditorFields, b: EditorFields) =>
  a === b ||
  (a.kind === b.kind &&
    METADATA_FIELDS.every((name) => isSameField(name, a, b)) &&
    haveSameTexts(a.parts, b.parts));

/** Whether both are the same text of the same items. A key press compares one part alone. */
export const areSame = (a: EditorFields, b: EditorFields) =>
  saySame(a, b) && a.parts.every(({ id }, at) => id === b.parts[at]?.id);

/** The fields of a text that is not written yet. */
export const blankFields = (kind: EditorKind, folder: number | null): EditorFields => ({
  kind,
  folder,
  status: 'draft',
  description: '',
  ...emptyDetails,
  parts: [newPart()],
});

/** Whether nothing was written: no text, and no file. */
export const isEmpty = ({ parts }: EditorFields) =>
  parts.every(
    ({ content, media, network_texts: own }) =>
      isBlank(content) && media.length === 0 && Object.values(own).every(isBlank),
  );

const isBlank = (text: string) => text.trim() === '';

/** The validation message; undefined where the fields are complete. */
export function whatIsMissing({ folder, kind, parts }: EditorFields): string | undefined {
  if (folder === null) return 'Please select a folder';
  if (parts.some(({ content }) => isBlank(content)))
    return kind === 'thread' ? 'All thread items must have content' : 'Content is required';
  const blank = ALL_NETWORKS.find((network) =>
    parts.some(({ network_texts: own }) => own[network] !== undefined && isBlank(own[network])),
  );
  return blank && `Write the text for ${NETWORK_NAMES[blank]}, or use the post’s text`;
}
