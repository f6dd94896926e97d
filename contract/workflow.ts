/** The states of a content item, in the order of its life (section 4). */
export const STATUSES = ['draft', 'review', 'approved', 'published', 'archived'] as const;
export type Status = (typeof STATUSES)[number];

/** What the editor offers (section 2, Editor). */
export const EDITOR_STATUSES = ['draft', 'review', 'published'] as const satisfies readonly Status[];

/** What the filter of the content page offers (section 2, Content management). */
export const FILTER_STATUSES = ['draft', 'review', 'approved', 'published'] as const satisfies readonly Status[];

/** What advanced search offers (section 2, Advanced Search). */
export const SEARCH_STATUSES = ['draft', 'review', 'published', 'archived'] as const satisfies readonly Status[];

/** A step of the governed path (design, section 6, 'Workflow'). */
type Step = {
  name: string;
  from: readonly Status[];
  target: Status;
  commentRequired?: boolean;
  /** Taken only by those who may decide (contract/roles.ts). */
  decision?: boolean;
};

/** The governed path. A status that is set directly may be any; a transition is one of these. */
const STEPS = [
  { name: 'submit', from: ['draft'], target: 'review' },
  { name: 'approve', from: ['review'], target: 'approved', decision: true },
  { name: 'reject', from: ['review'], target: 'draft', commentRequired: true, decision: true },
  { name: 'publish', from: ['draft', 'approved'], target: 'published', decision: true },
  { name: 'unpublish', from: ['published'], target: 'draft' },
  { name: 'restore', from: ['archived'], target: 'draft' },
  { name: 'archive', from: ['draft', 'review', 'approved', 'published'], target: 'archived' },
] as const satisfies readonly Step[];

export type StepName = (typeof STEPS)[number]['name'];

/** The steps that are open to what has this status. */
export const stepsFrom = (status: Status) => STEPS.filter((step: Step) => step.from.includes(status));

/** Whether to become so is a decision, however it comes about. */
export const isDecision = (before: Status, after: Status) =>
  before !== after && (after === 'approved' || after === 'published');
