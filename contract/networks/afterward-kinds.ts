/** What can be done with a published post later: shown once more, replied to, deleted. */

export const AFTERWARD_KINDS = ['repost', 'reply', 'remove'] as const;
export type AfterwardKind = (typeof AFTERWARD_KINDS)[number];
