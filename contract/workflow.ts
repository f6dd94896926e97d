/** The states of a content item, in the order of its life (section 4). */
export const STATUSES = ['draft', 'review', 'approved', 'published', 'archived'] as const;
export type Status = (typeof STATUSES)[number];

/** What the editor offers (section 2, Editor). */
export const EDITOR_STATUSES = ['draft', 'review', 'published'] as const satisfies readonly Status[];

/** What the filter of the content page offers (section 2, Content management). */
export const FILTER_STATUSES = ['draft', 'review', 'approved', 'published'] as const satisfies readonly Status[];
