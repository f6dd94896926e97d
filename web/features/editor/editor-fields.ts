import type { Status } from '#contract/workflow.ts';

/** What a person writes. */
export type EditorFields = { folder: number | null; status: Status; content: string; tags: string[] };

/** What is sent: all there. */
export type EditorValues = EditorFields & { folder: number };
