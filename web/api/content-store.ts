import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { useAuth } from './auth-store.ts';

const STORE = 'content-store';
const OWNER = 'content-store-owner';

type ContentState = {
  openFolders: number[];
  selectedFolder: number | null;
  viewMode: 'folders' | 'search';
  multiItemView: boolean;
};

const FRESH: ContentState = { openFolders: [], selectedFolder: null, viewMode: 'folders', multiItemView: false };

/** How a person last looked at the content page, kept under `content-store` (section 3). */
export const useContentView = create<ContentState>()(persist(() => FRESH, { name: STORE, version: 0 }));

/** What was searched for last, as the query of an address: the way back to the content page leads to it again. */
export const useLastSearch = create(() => ({ query: '' }));

const ownCopy = (userId: number) => `${STORE}-${userId}`;

/** Keeps the view apart for each person who signs in on this device. */
export function keepViewPerPerson() {
  // Whose view this tab shows: another tab may have settled for somebody else by now.
  let shown: number | undefined;
  const settle = (userId: number | undefined) => {
    if (userId === undefined || userId === shown) return;
    const owner = localStorage.getItem(OWNER);
    const another = shown !== undefined || (owner !== null && owner !== String(userId));
    shown = userId;
    localStorage.setItem(OWNER, String(userId));
    useLastSearch.setState({ query: '' });
    // What is there without an owner is taken as this person's.
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
