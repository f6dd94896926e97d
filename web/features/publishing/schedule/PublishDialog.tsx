import { Share2 } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '#contract/paths.ts';
import type { DraftTime } from '#contract/publishing/calendar.ts';
import { useCan, useWorkspace } from '#web/api/workspace.ts';
import {
  useChannels,
  useConnectPractice,
} from '#web/features/publishing/channels/channel-queries.ts';
import {
  useDraftTime,
  useSuggestedChannels,
  useUsedChannels,
} from '#web/features/publishing/publications/publishing-queries.ts';
import { cut, plural } from '#web/lib/text.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { Dialog } from '#web/ui/overlays/Dialog.tsx';
import { PublishChoices } from './PublishChoices.tsx';
import type { Subject } from './subject.ts';

const EXCERPT = 60;

/** Chooses where and when posts are published. */
export function PublishDialog({ subject, onClose }: { subject: Subject; onClose: () => void }) {
  const connected = useChannels().data?.filter(({ state }) => state === 'connected');
  const workspace = useWorkspace();
  const { items, excerpt, parts = 1 } = subject;
  // What was planned for a draft is proposed.
  const asks = items.length === 1 ? items[0] : undefined;
  const planned = useDraftTime(asks);
  const used = useUsedChannels(asks);
  const suggested = useSuggestedChannels(asks);
  const isKnown =
    asks === undefined || !(planned.isPending || used.isPending || suggested.isPending);
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
          subject={subject}
          proposal={{
            ...{ plan: planOf(planned.data?.time), used: used.data ?? [] },
            suggested: suggested.data,
          }}
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

/** The time and the channels that a draft has in the calendar, unless that time has passed. */
function planOf(time: DraftTime | null | undefined) {
  if (!time || Date.parse(time.due_at) < Date.now()) return undefined;
  const { local_time: local, zone, channels } = time;
  return { at: { date: local.slice(0, 10), time: local.slice(11), zone }, channels };
}

/** Practice is connected in place: to try publishing, nobody has to leave the dialog. */
function NoChannels({ onClose }: { onClose: () => void }) {
  const manages = useCan('manage');
  const practice = useConnectPractice();
  return (
    <div className="p-6" data-first-focus>
      <EmptyState
        icon={Share2}
        title="No account is connected"
        hint={
          manages
            ? 'Practice shows how publishing works. Nothing leaves this server.'
            : 'An administrator of this workspace can connect accounts.'
        }
      >
        <div className="flex flex-wrap justify-center gap-2">
          {manages && (
            <Button
              variant="primary"
              busy={practice.isPending}
              onClick={() => practice.mutate(undefined)}
            >
              Connect Practice
            </Button>
          )}
          <Button asChild>
            <Link to={paths.socialAccounts} onClick={onClose}>
              Social Accounts
            </Link>
          </Button>
        </div>
      </EmptyState>
    </div>
  );
}
