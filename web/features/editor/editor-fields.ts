import { chosenFiles, type Details } from '#contract/content/items.ts';
import type { Status } from '#contract/content/workflow.ts';
import { ALL_NETWORKS, NETWORK_NAMES } from '#contract/networks/names.ts';
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
  JSON.stringify({
    ...fields,
    parts: parts.map(({ id, content, network_texts, media }) => ({
      id,
      content,
      media: chosenFiles({ media }),
      network_texts: ALL_NETWORKS.map((network) => network_texts[network]),
    })),
  });

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
