import type { Item } from '#contract/content/items.ts';
import type { Subject } from '#web/features/publishing/schedule/subject.ts';
import type { Entry } from './entries.ts';

/** Stays where an element was, also after that has moved. */
export type Anchor = { element: HTMLElement; rect: DOMRect };

export const anchorOf = (element: HTMLElement): Anchor => ({
  element,
  rect: element.getBoundingClientRect(),
});

/** What is open above the calendar. */
export type Opened =
  | { what: 'entry'; key: string; anchor: Anchor }
  | { what: 'day'; day: string; anchor: Anchor }
  | { what: 'move' | 'cancel'; entry: Entry }
  | { what: 'note'; day: string; id: number | undefined }
  | { what: 'plan'; draft: Item }
  | { what: 'publish'; subject: Subject }
  | { what: 'import' | 'feed' | 'drafts' | 'filters' };

export type Open = (what: Opened | null) => void;
