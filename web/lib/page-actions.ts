import type { LucideIcon } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { create } from 'zustand';

export type PageAction = {
  label: string;
  /** Other words that find it. */
  also?: string;
  icon: LucideIcon;
  /** Its key. */
  hint?: string;
  run: () => void;
};

/** Actions on what is open or selected on a page, for the command palette. */
export type PageActions = {
  /** What they act on. */
  heading: string;
  actions: PageAction[];
};

const useSources = create<{ sources: readonly (() => PageActions)[] }>(() => ({ sources: [] }));

/** Offers actions while the component is mounted: those of its latest rendering. */
export function useOfferedActions(offered: PageActions) {
  const latest = useRef(offered);
  latest.current = offered;
  useEffect(() => {
    const source = () => latest.current;
    useSources.setState(({ sources }) => ({ sources: [source, ...sources] }));
    return () =>
      useSources.setState(({ sources }) => ({
        sources: sources.filter((other) => other !== source),
      }));
  }, []);
}

/** The actions that are offered now, the latest first. */
export const usePageActions = (): PageActions[] =>
  useSources(({ sources }) => sources).map((source) => source());
