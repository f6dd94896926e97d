import { useCan } from '#web/api/workspace.ts';
import { LinkSettingsForm } from '#web/features/analytics/links/LinkSettingsForm.tsx';
import { useLinkSettings } from '#web/features/analytics/links/link-queries.ts';
import { useChannels } from '#web/features/publishing/channels/channel-queries.ts';
import { RetryAlert } from '#web/ui/feedback/RetryAlert.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { SettingsPage } from './SettingsNav.tsx';

/** What becomes of the links of posts: all members see it. */
export default function LinkSettingsPage() {
  const { data: settings, isError, refetch } = useLinkSettings();
  const channels = useChannels().data ?? [];
  const manages = useCan('manage');
  return (
    <SettingsPage title="Links and UTM">
      <h1 className="font-semibold text-xl">Links and UTM</h1>
      <p className="mt-1 mb-6 text-muted">
        For the whole workspace. Who may change it: owners and admins.
      </p>
      {settings ? (
        <LinkSettingsForm
          settings={settings}
          channels={channels.filter(({ state }) => state !== 'disconnected')}
          disabled={!manages}
        />
      ) : isError ? (
        <RetryAlert message="Failed to fetch the settings" onRetry={() => void refetch()} />
      ) : (
        <div role="status" aria-label="Loading the settings">
          <Skeleton className="h-96" />
        </div>
      )}
    </SettingsPage>
  );
}
