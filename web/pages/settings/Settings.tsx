import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '#contract/paths.ts';
import { clearAuth, useAuth } from '#web/api/auth-store.ts';
import { endLive } from '#web/api/live.ts';
import { AddressForm } from '#web/features/people/account/AddressForm.tsx';
import { DeleteAccount } from '#web/features/people/account/DeleteAccount.tsx';
import { OwnAccess } from '#web/features/people/account/OwnAccess.tsx';
import { PasswordForm } from '#web/features/people/account/PasswordForm.tsx';
import { PendingAddress } from '#web/features/people/account/PendingAddress.tsx';
import { ProfileForm } from '#web/features/people/account/ProfileForm.tsx';
import { SessionList } from '#web/features/people/account/SessionList.tsx';
import { SettingsSection } from '#web/features/people/account/SettingsSection.tsx';
import { XConnection } from '#web/features/people/account/XConnection.tsx';
import { NotificationSettings } from '#web/features/people/notifications/NotificationSettings.tsx';
import { setTheme, useTheme } from '#web/lib/theme.ts';
import { Field } from '#web/ui/fields/Field.tsx';
import { Select } from '#web/ui/fields/Select.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { SettingsPage } from './SettingsNav.tsx';

/** The account of the present person. */
export default function AccountPage() {
  const theme = useTheme((state) => state.theme);
  // Accounts that signed up with X have neither an address nor a password.
  const hasPassword = useAuth((state) => state.user?.email != null);
  const navigate = useNavigate();
  const closed = useRef(false);

  function onDeleted() {
    closed.current = true;
    endLive();
    void navigate(paths.home, { replace: true });
  }

  // Navigates first: this page would redirect to the sign-in page.
  useEffect(
    () => () => {
      if (!closed.current) return;
      clearAuth();
      toast({ title: 'Your account is closed', description: 'Its data is being erased.' });
    },
    [],
  );

  return (
    <SettingsPage title="Settings">
      <h1 className="mb-6 font-semibold text-xl">Settings</h1>
      <SettingsSection
        anchor="profile"
        title="Profile"
        hint={
          hasPassword
            ? 'Your display name and email address.'
            : 'Your display name. You sign in with X.'
        }
      >
        <ProfileForm />
        <PendingAddress />
      </SettingsSection>
      {hasPassword ? (
        <SettingsSection
          anchor="password"
          title="Password"
          hint="Changing it ends all your other sessions."
        >
          <PasswordForm />
        </SettingsSection>
      ) : (
        <SettingsSection
          anchor="password"
          title="Email and password"
          hint="Add an email and password so that you can still sign in if X is unavailable."
        >
          <AddressForm />
        </SettingsSection>
      )}
      <SettingsSection anchor="x" title="X (Twitter)" hint="Sign in with your X account.">
        <XConnection hasPassword={hasPassword} />
      </SettingsSection>
      <SettingsSection
        anchor="notifications"
        title="Notifications"
        hint={
          hasPassword
            ? 'Choose what you’re notified about, in the app and by email. Emails are sent at most every 15 minutes.'
            : 'Choose what you’re notified about in the app.'
        }
      >
        <NotificationSettings mailed={hasPassword} />
      </SettingsSection>
      <SettingsSection anchor="sessions" title="Sessions" hint="Devices where you’re signed in.">
        <SessionList />
      </SettingsSection>
      <SettingsSection
        anchor="access"
        title="What acts for you"
        hint="It works without your session, in all your workspaces. A reset of your password ends what is yours alone."
      >
        <OwnAccess />
      </SettingsSection>
      <SettingsSection anchor="appearance" title="Appearance">
        <Field label="Theme" hint="On this device.">
          <Select
            value={theme}
            options={[
              { value: 'system', label: 'System' },
              { value: 'light', label: 'Light' },
              { value: 'dark', label: 'Dark' },
            ]}
            onChange={setTheme}
          />
        </Field>
      </SettingsSection>
      <SettingsSection title="Delete account" hint="Closes your account and erases its data.">
        <DeleteAccount hasPassword={hasPassword} onDeleted={onDeleted} />
      </SettingsSection>
    </SettingsPage>
  );
}
