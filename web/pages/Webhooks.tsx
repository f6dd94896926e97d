import { WebhooksView } from '#web/features/automation/webhooks/WebhooksView.tsx';
import { ForManagers } from './settings/ForManagers.tsx';
import { SettingsPage } from './settings/SettingsNav.tsx';

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
