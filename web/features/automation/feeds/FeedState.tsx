import { Ban, CircleCheck, TriangleAlert } from 'lucide-react';
import type { Feed } from '#contract/automation/feeds.ts';
import { Badge } from '#web/ui/Badge.tsx';

const STATES = {
  fine: { tone: 'published', icon: CircleCheck, text: 'Fine' },
  failing: { tone: 'review', icon: TriangleAlert, text: 'Doesn’t answer' },
  gone: { tone: 'archived', icon: Ban, text: 'Gone (410)' },
} as const;

/** Whether a feed can be read. */
export function FeedState({ feed }: { feed: Feed }) {
  const { tone, icon, text } = STATES[feed.state];
  return (
    <Badge tone={tone} icon={icon}>
      {text}
    </Badge>
  );
}
