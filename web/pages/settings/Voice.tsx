import { useParams } from 'react-router';
import { useCan } from '#web/api/workspace.ts';
import { useVoices } from '#web/features/assistant/settings/settings-queries.ts';
import { VoiceForm } from '#web/features/assistant/settings/VoiceForm.tsx';
import { RetryAlert } from '#web/ui/feedback/RetryAlert.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { SettingsPage } from './SettingsNav.tsx';

/** A voice of the writing assistant, or a new one. */
export default function VoicePage() {
  const { voice: id } = useParams();
  const { data: voices, error, refetch } = useVoices();
  const manages = useCan('manage');
  const voice = voices?.find((voice) => String(voice.id) === id);
  return (
    <SettingsPage title={voice?.name ?? 'Voice'}>
      {!voices ? (
        error ? (
          <RetryAlert
            message={error.message || 'Failed to fetch the voices'}
            onRetry={() => void refetch()}
          />
        ) : (
          <div role="status" aria-label="Loading the voice">
            <Skeleton className="h-96" />
          </div>
        )
      ) : !manages || (!voice && id !== 'new') ? (
        <p className="text-muted">
          {manages ? 'This voice was deleted.' : 'Owners and admins change voices.'}
        </p>
      ) : (
        // A new one has an id once it is saved: the form goes on.
        <VoiceForm key={id} voice={voice} />
      )}
    </SettingsPage>
  );
}
