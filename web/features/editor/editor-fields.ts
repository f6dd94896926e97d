import type { Status } from '#contract/workflow.ts';
import type { Part } from './parts.ts';

export type EditorKind = 'single' | 'thread';

/** What a person writes. A single post is one part. */
export type EditorFields = {
  kind: EditorKind;
  folder: number | null;
  status: Status;
  description: string;
  tags: string[];
  parts: Part[];
};

/** What is sent: all there. */
export type EditorValues = EditorFields & { folder: number };

/** What is compared to tell whether something was changed: the parts' keys are only the page's. */
export const textOf = ({ parts, ...fields }: EditorFields) =>
  JSON.stringify({ ...fields, parts: parts.map(({ id, content }) => ({ id, content })) });

/** The messages of section 5; undefined where everything is there. */
export function whatIsMissing({ folder, kind, parts }: EditorFields): string | undefined {
  if (folder === null) return 'Please select a folder';
  if (parts.every(({ content }) => content.trim() !== '')) return undefined;
  return kind === 'thread' ? 'All thread items must have content' : 'Content is required';
}
