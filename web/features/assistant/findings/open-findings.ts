import { create } from 'zustand';
import type { Reading } from './reading.ts';

/** The post that is read as an editor on this page, and what was found. */
export const useFindings = create<{ open: number | null; reading: Reading | null }>(() => ({
  open: null,
  reading: null,
}));

/** Opens 'Read as an editor' for a post, where the review queue or the editor shows it. */
export const openFindings = (item: number) =>
  useFindings.setState(({ open, reading }) => ({
    open: item,
    reading: open === item ? reading : null,
  }));

export const closeFindings = () => useFindings.setState({ open: null, reading: null });

export const isReading = (item: number | undefined) => (state: { open: number | null }) =>
  item !== undefined && state.open === item;
