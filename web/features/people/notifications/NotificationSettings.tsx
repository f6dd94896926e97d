import { KIND_NAMES, KINDS } from '#contract/people/notifications.ts';
import { RetryAlert } from '#web/ui/feedback/RetryAlert.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { SelectBox } from '#web/ui/fields/Checkbox.tsx';
import { useNotificationSettings, useSaveSettings } from './notification-queries.ts';

const ways = [
  { way: 'in_app', label: 'In the app' },
  { way: 'email', label: 'By email' },
] as const;

/** The settings by kind. `mailed`: whether there is an address to mail to. */
export function NotificationSettings({ mailed }: { mailed: boolean }) {
  const settings = useNotificationSettings();
  const save = useSaveSettings();
  if (settings.isError && !settings.data)
    return (
      <RetryAlert
        message="Failed to fetch the notification settings"
        onRetry={() => void settings.refetch()}
      />
    );
  if (!settings.data) return <Skeleton className="h-64" />;
  const offered = mailed ? ways : ways.slice(0, 1);
  return (
    <table className="w-full">
      <thead>
        <tr className="text-left text-muted text-xs">
          <th scope="col" className="pb-2 font-medium">
            Event
          </th>
          {offered.map(({ way, label }) => (
            <th key={way} scope="col" className="w-20 pb-2 text-center font-medium">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line border-line border-t">
        {KIND_NAMES.map((kind) => (
          <tr key={kind}>
            <th scope="row" className="py-2.5 pr-2 text-left font-normal">
              {KINDS[kind].label}
            </th>
            {offered.map(({ way, label }) => (
              <td key={way} className="py-2.5">
                <div className="flex justify-center">
                  <SelectBox
                    checked={settings.data[kind][way]}
                    label={`${KINDS[kind].label}: ${label}`}
                    onToggle={() => save.mutate({ kind, way, on: !settings.data[kind][way] })}
                  />
                </div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
