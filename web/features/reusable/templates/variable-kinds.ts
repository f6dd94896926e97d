import { AlignLeft, Calendar, Link2, List, type LucideIcon, Type } from 'lucide-react';
import type { VariableKind } from '#contract/content/templates.ts';

/** The kinds of variables, in the order in which they are offered. */
export const KINDS: Record<VariableKind, { label: string; icon: LucideIcon }> = {
  text: { label: 'Text', icon: Type },
  long: { label: 'Long text', icon: AlignLeft },
  date: { label: 'Date', icon: Calendar },
  link: { label: 'Link', icon: Link2 },
  choice: { label: 'Choice', icon: List },
};
