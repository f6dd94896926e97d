import type { Status } from '#contract/content/workflow.ts';

/**
 * The addition to a toast where changing the text has changed the status (contract/content/workflow.ts).
 */
export function draftAgain(
  what: 'item' | 'thread',
  sent: Status | undefined,
  status: Status | undefined,
): string {
  if (status !== 'draft' || (sent !== 'approved' && sent !== 'published')) return '';
  return sent === 'approved'
    ? `. The approval was for the previous text, so the ${what} is a draft again.`
    : `. Changed text is not published automatically, so the ${what} is a draft again.`;
}
