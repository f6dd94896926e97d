import {
  Calendar,
  ChartNoAxesColumn,
  FileText,
  Hourglass,
  Image,
  LayoutTemplate,
  type LucideIcon,
  MessagesSquare,
  PenLine,
  ScrollText,
  Send,
  Settings,
  Share2,
  Trash2,
  TriangleAlert,
  Users,
} from 'lucide-react';
import type { PageName } from '#contract/pages.ts';

/** The icons of pages in palette and sidebar. */
export const pageIcons: Partial<Record<PageName, LucideIcon>> = {
  content: FileText,
  drafts: PenLine,
  published: Send,
  threads: MessagesSquare,
  trash: Trash2,
  review: Hourglass,
  analytics: ChartNoAxesColumn,
  calendar: Calendar,
  library: Image,
  templates: LayoutTemplate,
  attention: TriangleAlert,
  socialAccounts: Share2,
  settings: Settings,
  members: Users,
  audit: ScrollText,
};
