import type { Status } from '#contract/workflow.ts';

/** What a toast adds where the status that was sent did not outlast the change of the text (contract/workflow.ts). */
export function draftAgain(what: 'item' | 'thread', sent: Status | undefined, status: Status | undefined): string {
  if (status !== 'draft' || (sent !== 'approved' && sent !== 'published')) return '';
  return sent === 'approved'
    ? `. The approval was of the former text, so the ${what} is a draft again.`
    : `. Another text is not published by itself, so the ${what} is a draft again.`;
}
