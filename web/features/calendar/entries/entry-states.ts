import { type LucideIcon, PencilLine } from 'lucide-react';
import type { EntryState } from '#contract/publishing/calendar.ts';
import { states } from '#web/features/publishing/publications/StatePill.tsx';

/** The words and icons of entries: those of publications, and of drafts. */
export const entryStates: Record<EntryState, { label: string; icon: LucideIcon; look: string }> = {
  draft: {
    label: 'Draft',
    icon: PencilLine,
    look: 'border border-dashed border-field bg-surface text-text',
  },
  ...states,
};
