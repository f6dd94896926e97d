import type { Details } from '#contract/items.ts';
import type { Status } from '#contract/workflow.ts';
import type { Part } from './parts.ts';

export type EditorKind = 'single' | 'thread';

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

/** The comparable values, without the keys of the parts. */
export const textOf = ({ parts, ...fields }: EditorFields) =>
  JSON.stringify({ ...fields, parts: parts.map(({ id, content }) => ({ id, content })) });

/** The validation message; undefined where the fields are complete. */
export function whatIsMissing({ folder, kind, parts }: EditorFields): string | undefined {
  if (folder === null) return 'Please select a folder';
  if (parts.every(({ content }) => content.trim() !== '')) return undefined;
  return kind === 'thread' ? 'All thread items must have content' : 'Content is required';
}
