import { useState } from 'react';
import { useLocation } from 'react-router';
import { useAuth } from '#web/api/auth-store.ts';
import { ApiError } from '#web/api/client.ts';
import { useWorkspace } from '#web/api/workspace.ts';
import { AppFrame, AppMessage, LoadingRequest } from '#web/features/automation/apps/AppFrame.tsx';
import { useAppRequest } from '#web/features/automation/apps/app-queries.ts';
import { Consent, Refusal } from '#web/features/automation/apps/Consent.tsx';
import { RetryAlert } from '#web/ui/feedback/RetryAlert.tsx';

/** Where an app sends a person, who decides what it may do. */
export default function AuthorizePage() {
  const { search } = useLocation();
  const me = useAuth((state) => state.user?.name) ?? '';
  const asked = useAppRequest(search.slice(1));
  const workspace = useWorkspace();
  const [left, setLeft] = useState<'allowed' | 'refused'>();
  const leave = (to: string | null, how: 'allowed' | 'refused') => {
    setLeft(how);
    if (to !== null) window.location.assign(to);
  };
  return (
    <>
      <title>Connect an app</title>
      {left && asked.data ? (
        <AppFrame isNext title={left === 'allowed' ? 'Connected' : 'Nothing was connected'}>
          <AppMessage role="status">
            You return to <bdi>{asked.data.app.name}</bdi>. If nothing happens, go back to it
            yourself, and close this page.
          </AppMessage>
        </AppFrame>
      ) : asked.error ? (
        <Failed error={asked.error} onRetry={() => void asked.refetch()} />
      ) : workspace.isError && !workspace.data ? (
        <Failed error={workspace.error} onRetry={() => void workspace.refetch()} />
      ) : asked.data && workspace.data ? (
        <Consent
          // Another workspace has another role, and other folders.
          key={workspace.data.id}
          {...{ asked: asked.data, me, workspace: workspace.data }}
          onAllowed={(redirect) => leave(redirect, 'allowed')}
          onRefused={() => leave(asked.data.cancel, 'refused')}
        />
      ) : (
        <LoadingRequest />
      )}
    </>
  );
}

function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  if (error instanceof ApiError && error.status >= 400 && error.status < 500)
    return <Refusal detail={error.message} back={backOf(error)} />;
  return (
    <AppFrame title="Connect an app">
      <RetryAlert message="Failed to fetch the request" onRetry={onRetry} />
    </AppFrame>
  );
}

const backOf = ({ body }: ApiError) => (typeof body.back === 'string' ? body.back : null);
