import { WebhooksView } from '#web/features/automation/webhooks/WebhooksView.tsx';
import { ForManagers } from './ForManagers.tsx';
import { SettingsPage } from './SettingsNav.tsx';

/** The addresses that are told what happens. */
export default function WebhooksPage() {
  return (
    <SettingsPage title="Webhooks">
      <ForManagers title="Webhooks">
        <WebhooksView />
      </ForManagers>
    </SettingsPage>
  );
}
