import { Share2 } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '#contract/paths.ts';
import type { DraftTime } from '#contract/publishing/calendar.ts';
import { useWorkspace } from '#web/api/workspace.ts';
import { cut, plural } from '#web/lib/text.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { useChannels } from './channel-queries.ts';
import { PublishChoices } from './PublishChoices.tsx';
import { useDraftTime } from './publishing-queries.ts';
import type { Subject } from './subject.ts';

const EXCERPT = 60;

/** Chooses where and when posts are published. */
export function PublishDialog({ subject, onClose }: { subject: Subject; onClose: () => void }) {
  const connected = useChannels().data?.filter(({ state }) => state === 'connected');
  const workspace = useWorkspace();
  const { items, excerpt, parts = 1 } = subject;
  // What was planned for a draft is proposed.
  const asks = items.length === 1 && !subject.at ? items[0] : undefined;
  const planned = useDraftTime(asks);
  const isKnown = asks === undefined || !planned.isPending;
  const description = excerpt
    ? [cut(excerpt.replaceAll(/\s+/g, ' '), EXCERPT), parts > 1 && `thread of ${parts}`]
        .filter(Boolean)
        .join(' · ')
    : plural(items.length, 'post');
  return (
    <Dialog open large onClose={onClose} title="Publish" description={description}>
      {connected?.length === 0 ? (
        <NoChannels onClose={onClose} />
      ) : connected && workspace.data && isKnown ? (
        <PublishChoices
          subject={withPlan(subject, planned.data?.time)}
          channels={connected}
          workspace={workspace.data.id}
          zone={workspace.data.time_zone}
          onClose={onClose}
        />
      ) : (
        <div role="status" aria-label="Loading channels" className="flex flex-col gap-3 p-6">
          <Skeleton className="h-12" />
          <Skeleton className="h-12" />
        </div>
      )}
    </Dialog>
  );
}

/** With the time and the channels that a draft has in the calendar, unless that has passed. */
function withPlan(subject: Subject, time: DraftTime | null | undefined): Subject {
  if (subject.at || !time || Date.parse(time.due_at) < Date.now()) return subject;
  const { local_time: local, zone, channels } = time;
  return { ...subject, at: { date: local.slice(0, 10), time: local.slice(11), zone }, channels };
}

const NoChannels = ({ onClose }: { onClose: () => void }) => (
  <div className="p-6">
    <EmptyState
      icon={Share2}
      title="No account is connected"
      hint="Connect the accounts to publish to. Practice needs no account elsewhere."
    >
      <Button asChild variant="primary">
        <Link to={paths.socialAccounts} onClick={onClose}>
          Social Accounts
        </Link>
      </Button>
    </EmptyState>
  </div>
);
