import { Check } from 'lucide-react';
import { ActionsSection } from '#web/features/assistant/settings/ActionsSection.tsx';
import { LimitsSection } from '#web/features/assistant/settings/LimitsSection.tsx';
import { OffLine, ServerSection } from '#web/features/assistant/settings/ServerSection.tsx';
import { useAssistantSettings } from '#web/features/assistant/settings/settings-queries.ts';
import { VoicesSection } from '#web/features/assistant/settings/VoicesSection.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { RetryAlert } from '#web/ui/feedback/RetryAlert.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { SettingsPage } from './SettingsNav.tsx';

/** The writing assistant: where texts are sent, how much may be used, voices and own actions. */
export default function AssistantSettingsPage() {
  const { data: settings, error, refetch } = useAssistantSettings();
  return (
    <SettingsPage title="Assistant">
      <div className="mb-6 flex items-center justify-between gap-3">
        <h1 className="font-semibold text-xl">Assistant</h1>
        {settings?.server && (
          <Badge tone="published" icon={Check}>
            On
          </Badge>
        )}
      </div>
      {settings?.server ? (
        <>
          <ServerSection settings={settings} />
          <LimitsSection settings={settings} />
          <VoicesSection />
          <ActionsSection />
        </>
      ) : settings ? (
        <OffLine settings={settings} />
      ) : error ? (
        <RetryAlert
          message={error.message || 'Failed to fetch the settings'}
          onRetry={() => void refetch()}
        />
      ) : (
        <div role="status" aria-label="Loading the settings">
          <Skeleton className="h-96" />
        </div>
      )}
    </SettingsPage>
  );
}
