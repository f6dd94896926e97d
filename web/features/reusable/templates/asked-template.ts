import { create } from 'zustand';

/** What a template is asked for with. */
export type AskedTemplate = {
  /** Undefined: it is chosen first. */
  template?: number;
  folder?: number | null;
  /** The wall time in the zone of the workspace that the draft gets. */
  at?: string;
};

/** null where nothing is asked for. */
export const useAskedTemplate = create<{ asked: AskedTemplate | null }>(() => ({ asked: null }));

/** Opens 'Use a template', from any page. */
export const askForTemplate = (asked: AskedTemplate = {}) => useAskedTemplate.setState({ asked });
