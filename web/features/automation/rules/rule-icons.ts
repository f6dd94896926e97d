import {
  CalendarClock,
  CircleCheck,
  FilePlus2,
  Heart,
  Hourglass,
  ImagePlus,
  ListOrdered,
  type LucideIcon,
  Recycle,
  Rss,
  StickyNote,
  Tag,
  TrendingUp,
  TriangleAlert,
  Trophy,
  Webhook,
} from 'lucide-react';
import type { RuleIcon } from '#contract/automation/rules-words.ts';

/** The icon of a trigger or a ready rule, by its name in the contract. */
export const RULE_ICONS: Record<RuleIcon, LucideIcon> = {
  'calendar-clock': CalendarClock,
  'circle-check': CircleCheck,
  'file-plus-2': FilePlus2,
  heart: Heart,
  hourglass: Hourglass,
  'image-plus': ImagePlus,
  'list-ordered': ListOrdered,
  recycle: Recycle,
  rss: Rss,
  'sticky-note': StickyNote,
  tag: Tag,
  'trending-up': TrendingUp,
  'triangle-alert': TriangleAlert,
  trophy: Trophy,
  webhook: Webhook,
};
