/** The status values of an item, in the order of its life (docs/domain/review.md, 'Workflow'). */
export const STATUSES = ['draft', 'review', 'approved', 'published', 'archived'] as const;
export type Status = (typeof STATUSES)[number];

/** The statuses that the editor offers. */
export const EDITOR_STATUSES = [
  'draft',
  'review',
  'published',
] as const satisfies readonly Status[];

/** The statuses in the filter of the content page. */
export const FILTER_STATUSES = [
  'draft',
  'review',
  'approved',
  'published',
] as const satisfies readonly Status[];

/** The statuses in the filter of advanced search. */
export const SEARCH_STATUSES = [
  'draft',
  'review',
  'published',
  'archived',
] as const satisfies readonly Status[];

/** A transition of the governed path (docs/domain/review.md, 'Workflow'). */
type Step = {
  name: string;
  from: readonly Status[];
  target: Status;
  commentRequired?: boolean;
  /** Takes the capability `decide` (contract/roles.ts). */
  decision?: boolean;
};

/** The governed path. A status that is set directly can be any; a transition is one of these. */
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

/** The transitions that are open from this status. */
export const stepsFrom = (status: Status) =>
  STEPS.filter((step: Step) => step.from.includes(status));

/** Whether to enter this status is a decision, whatever led to it. */
export const isDecision = (before: Status, after: Status) =>
  before !== after && (after === 'approved' || after === 'published');
