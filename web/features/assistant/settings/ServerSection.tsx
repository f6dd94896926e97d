import { useState } from 'react';
import type { AssistantSettings } from '#contract/assistant/settings.ts';
import { useCan, useZone } from '#web/api/workspace.ts';
import { SettingsSection } from '#web/features/people/account/SettingsSection.tsx';
import { exactCount } from '#web/lib/count.ts';
import { nameOf } from '#web/lib/text.ts';
import { formatIn } from '#web/lib/time/time.ts';
import { Button } from '#web/ui/Button.tsx';
import { ServerForm } from './ServerForm.tsx';

const DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const;

/** Where texts are sent: set by the owner, or by the operator. */
export function ServerSection({ settings }: { settings: AssistantSettings }) {
  const owns = useCan('own');
  const { server } = settings;
  return (
    <SettingsSection
      title="Server"
      hint="One for this workspace. The key is stored encrypted and shown to nobody."
    >
      {server && (server.set_by === 'operator' || !owns) ? (
        <ServerFacts server={server} />
      ) : (
        <ServerForm settings={settings} />
      )}
    </SettingsSection>
  );
}

/** All that is seen of the assistant while it is off. */
export function OffLine({ settings }: { settings: AssistantSettings }) {
  const owns = useCan('own');
  const [isChoosing, setChoosing] = useState(false);
  if (isChoosing) return <ServerSection settings={settings} />;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-3 border-line border-t py-8">
      <p className="text-muted">The assistant is off. Nothing is sent anywhere.</p>
      {owns && <Button onClick={() => setChoosing(true)}>Choose a server</Button>}
    </div>
  );
}

function ServerFacts({ server }: { server: NonNullable<AssistantSettings['server']> }) {
  const zone = useZone();
  const { host, model, vision_model, context, is_private, chosen_by, chosen_at } = server;
  const facts = [
    ['Server', is_private ? `${host}, in your own network` : host],
    ['Model', model],
    ['Model for pictures', vision_model ?? 'None'],
    ['Context', `${exactCount(context)} tokens`],
  ] as const;
  return (
    <>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1.5">
        {facts.map(([what, value]) => (
          <div key={what} className="contents">
            <dt className="text-muted">{what}</dt>
            <dd className="break-words">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 text-muted text-xs">
        {server.set_by === 'operator'
          ? 'Set by whoever runs this server.'
          : chosen_at &&
            `Chosen by ${nameOf(chosen_by)} on ${formatIn(zone, DAY).format(new Date(chosen_at))}.`}
      </p>
    </>
  );
}
