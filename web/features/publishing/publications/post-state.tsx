import type { ComponentProps, ReactNode } from 'react';
import type { Item } from '#contract/content/items.ts';
import type { PublicationState } from '#contract/publishing/publications.ts';
import { StatePill, states } from './StatePill.tsx';

type Post = Pick<Item, 'status' | 'publications'>;

/** What is on its way says more than 'Draft'. */
const TELLING: readonly PublicationState[] = ['proposed', 'scheduled', 'publishing', 'stopped'];

/** The state of the publications of a post, where a reader wants it in place of its status. */
const stateInPlaceOfStatus = ({ status, publications }: Post) =>
  status === 'draft' && publications && TELLING.includes(publications.state)
    ? publications.state
    : undefined;

/** What is shown in place of the status of a post; undefined where that is its state. */
export function shownState(
  post: Post,
  look: Pick<ComponentProps<typeof StatePill>, 'quiet' | 'short'> = {},
): { label: string; badge: ReactNode } | undefined {
  const state = stateInPlaceOfStatus(post);
  return state && { label: states[state].label, badge: <StatePill state={state} {...look} /> };
}

/** Whether the badge of a post says the state of its publications. */
export const isStateShown = (post: Post): boolean =>
  stateInPlaceOfStatus(post) !== undefined ||
  (post.status === 'published' && post.publications?.state === 'published');
