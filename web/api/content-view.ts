import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { PHONE, useMedia } from '#web/lib/use-media.ts';
import { useAuth } from './auth-store.ts';

const STORE = 'content-store';
const OWNER = 'content-store-owner';

type ContentState = {
  openFolders: number[];
  selectedFolder: number | null;
  viewMode: 'folders' | 'search';
  multiItemView: boolean;
  density: Density;
  /** The threads whose first replies are shown, and those of which all are. */
  openThreads: number[];
  wholeThreads: number[];
  /** Whether this person has taken or skipped the first steps. */
  isBegun: boolean;
};

/** Cards with the beginning of their text, or rows of a single line. */
export type Density = 'comfortable' | 'compact';

/** Threads that are remembered as open or closed. */
const MAX_THREADS = 500;

const FRESH: ContentState = {
  openFolders: [],
  selectedFolder: null,
  viewMode: 'folders',
  multiItemView: false,
  density: 'comfortable',
  openThreads: [],
  wholeThreads: [],
  isBegun: false,
};

/** Opens or closes a thread in the list. */
export const toggleThread = (root: number) =>
  useContentView.setState(({ openThreads, wholeThreads }) => ({
    openThreads: openThreads.includes(root)
      ? openThreads.filter((id) => id !== root)
      : [...openThreads, root].slice(-MAX_THREADS),
    wholeThreads: wholeThreads.filter((id) => id !== root),
  }));

/** Shows all replies of an open thread in the list. */
export const showWholeThread = (root: number) =>
  useContentView.setState(({ wholeThreads }) => ({
    wholeThreads: [...wholeThreads, root].slice(-MAX_THREADS),
  }));

/** Shows this person the first steps no more. */
export const endFirstSteps = () => useContentView.setState({ isBegun: true });

/** Opens or closes a folder of the tree. */
export const toggleFolder = (id: number) =>
  useContentView.setState(({ openFolders }) => ({
    openFolders: openFolders.includes(id)
      ? openFolders.filter((openFolder) => openFolder !== id)
      : [...openFolders, id],
  }));

/** Opens folders of the tree, so that those below them are seen. */
export const openFolders = (ids: readonly number[]) =>
  useContentView.setState((before) => ({
    openFolders: [...new Set([...before.openFolders, ...ids])],
  }));

/**
 * The state of the content page, stored under `content-store` (docs/domain/pages.md, 'Browser
 * storage').
 */
export const useContentView = create<ContentState>()(
  persist(() => FRESH, { name: STORE, version: 0 }),
);

/** The density of the lists: on a phone, rows. */
export function useDensity(): Density {
  const density = useContentView((state) => state.density);
  return useMedia(PHONE) ? 'compact' : density;
}

/** The last search, as the query of a URL: going back to the content page leads to it. */
export const useLastSearch = create(() => ({ query: '' }));

const ownCopy = (userId: number) => `${STORE}-${userId}`;

/** Separates the state of people who sign in on this device. */
export function keepViewPerPerson() {
  // The person of this tab: another tab may have signed somebody else in.
  let shown: number | undefined;
  const settle = (userId: number | undefined) => {
    if (userId === undefined || userId === shown) return;
    const owner = localStorage.getItem(OWNER);
    const another = shown !== undefined || (owner !== null && owner !== String(userId));
    shown = userId;
    localStorage.setItem(OWNER, String(userId));
    useLastSearch.setState({ query: '' });
    // State without an owner becomes this person's.
    if (!another) return;
    const copy = localStorage.getItem(ownCopy(userId));
    useContentView.setState(copy ? { ...FRESH, ...JSON.parse(copy) } : FRESH);
  };
  useContentView.subscribe((state) => {
    if (shown !== undefined) localStorage.setItem(ownCopy(shown), JSON.stringify(state));
  });
  settle(useAuth.getState().user?.id);
  useAuth.subscribe(({ user }) => settle(user?.id));
}
