import type { VirtualItem } from '@tanstack/react-virtual';
import { useState } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/** The measured rows and the focused one of each visit, for going back to it. */
const visits = new Map<string, { measured: VirtualItem[]; active: number | null }>();
const MAX_VISITS = 20;

/** What is known of this visit of the list: going back to it finds the same heights and focus. */
export function useVisit() {
  const { key } = useLocation();
  const back = useNavigationType() === 'POP';
  const [visit] = useState(() => {
    const known = back ? visits.get(key) : undefined;
    const state = { measured: known?.measured ?? [], active: known?.active ?? null };
    return {
      ...state,
      returnsTo: known?.active ?? null,
      remember: (active: number | null) => {
        state.active = active;
      },
      keep: (measured: VirtualItem[]) => {
        visits.delete(key);
        visits.set(key, { measured: [...measured], active: state.active });
        for (const old of visits.keys()) if (visits.size > MAX_VISITS) visits.delete(old);
      },
    };
  });
  return visit;
}
