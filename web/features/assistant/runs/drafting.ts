import { create } from 'zustand';

/** What drafts are asked for with. */
export type Asked = {
  folder: number | null;
  /** The wall time in the zone of the workspace that a draft gets. */
  at?: string;
};

/** null where nothing is asked for. */
export const useDrafting = create<{ asked: Asked | null }>(() => ({ asked: null }));

/** Opens 'Draft with the assistant', from any page. */
export const askForDrafts = (asked: Asked) => useDrafting.setState({ asked });
