import {
  CalendarClock,
  CircleCheck,
  FilePlus2,
  FolderInput,
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
  UserRoundCheck,
  Webhook,
  Workflow,
} from 'lucide-react';

const ICONS: Record<string, LucideIcon> = {
  'calendar-clock': CalendarClock,
  'circle-check': CircleCheck,
  'file-plus-2': FilePlus2,
  'folder-input': FolderInput,
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
  'user-round-check': UserRoundCheck,
  webhook: Webhook,
};

/** The icon of a trigger or a ready rule, by its name in the contract. */
export const ruleIcon = (name: string): LucideIcon => ICONS[name] ?? Workflow;
