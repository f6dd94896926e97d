import { Copy } from 'lucide-react';
import { useState } from 'react';
import type { LinkSettings } from '#contract/publishing/link-settings.ts';
import { useZone } from '#web/api/workspace.ts';
import { SettingsSection } from '#web/features/people/account/SettingsSection.tsx';
import { copyText } from '#web/lib/clipboard.ts';
import { zonedTime } from '#web/lib/time/time.ts';
import { Button } from '#web/ui/Button.tsx';
import { Field } from '#web/ui/fields/Field.tsx';
import { Switch } from '#web/ui/fields/Switch.tsx';
import { TagInput } from '#web/ui/fields/TagInput.tsx';
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { useUpdateLinkSettings } from './link-queries.ts';
import { useCreateSiteSecret, useEndSiteSecret } from './site-queries.ts';

const MAX_HOST = 253;

/** What happens on the site of the workspace after a click: off until somebody names its hosts. */
export function SiteSection({ settings }: { settings: LinkSettings }) {
  const { mutate: save } = useUpdateLinkSettings();
  const { site_hosts: hosts, site_script: script } = settings;
  const [isOpen, setOpen] = useState(false);
  const isOn = isOpen || hosts.length > 0;
  function turn(on: boolean) {
    setOpen(on);
    if (!on && hosts.length > 0) save({ site_hosts: [] });
  }
  return (
    <SettingsSection
      anchor="site"
      title="Visits on your own site"
      hint="Read time and conversions of those who came by a tracked link. Optional, off at first."
    >
      <div className="flex flex-col gap-5">
        <Switch
          checked={isOn}
          onChange={turn}
          label="Accept figures from a script on your site"
          hint="Below 1 kB, no cookie, no storage. docs/analytics.md says what is stored, and what the law may ask of you."
        />
        {isOn && (
          <>
            <Field
              label="Hosts of your site"
              hint="With those below them: example.com is also shop.example.com. Links that lead there get a click id, which the script takes out of the address again."
            >
              <TagInput
                tags={hosts}
                longest={MAX_HOST}
                onChange={(site_hosts) => {
                  setOpen(true);
                  save({ site_hosts });
                }}
              />
            </Field>
            <Copied
              label="In the head of each page"
              text={`<script async src="${script}"></script>`}
            />
            <Conversions />
            <Secret createdAt={settings.site_secret_at} />
            <dl className="grid grid-cols-2 gap-y-1.5 text-[13px]">
              {STORED.map(([what, howLong]) => (
                <div key={what} className="contents">
                  <dt>{what}</dt>
                  <dd>{howLong}</dd>
                </div>
              ))}
            </dl>
          </>
        )}
      </div>
    </SettingsSection>
  );
}

const STORED = [
  ['Click ids, with seconds and conversions', '60 days'],
  ['Their sums by hour', 'as long as the link'],
] as const;

function Copied({ label, text, hint }: { label: string; text: string; hint?: string }) {
  return (
    <div className="flex items-start gap-2">
      <Field label={label} hint={hint} className="min-w-0 grow">
        <input
          readOnly
          value={text}
          onFocus={({ target }) => target.select()}
          className="field w-full rounded-base border border-field bg-sunken font-mono text-[13px]"
        />
      </Field>
      <Button
        className="mt-6.5"
        aria-label={`Copy: ${label}`}
        onClick={() => void copyText(text).then(() => toast({ title: 'Copied' }))}
      >
        <Copy size={16} aria-hidden />
        Copy
      </Button>
    </div>
  );
}

const WAYS = [
  ['On a button or a form', '<button data-postfolio="signup" data-postfolio-value="12">'],
  ['In a script', "postfolio('signup', { value: 12 })"],
] as const;

const Conversions = () => (
  <div>
    <h3 className="mb-1 font-medium">Name a conversion</h3>
    <dl className="flex flex-col gap-2">
      {WAYS.map(([where, code]) => (
        <div key={where} className="rounded-base border border-line bg-sunken px-3 py-2">
          <dt className="text-muted text-xs">{where}</dt>
          <dd className="break-all font-mono text-xs">{code}</dd>
        </div>
      ))}
    </dl>
  </div>
);

const ASKS = {
  replace: {
    title: 'Replace the secret?',
    question: 'What your server sends with the former one is refused from now on.',
    confirm: 'Replace',
  },
  end: {
    title: 'End the secret?',
    question: 'What your server sends is refused from now on. What was counted stays.',
    confirm: 'End',
  },
} as const;

/** For conversions that the server of the site sends: a payment, for example. */
function Secret({ createdAt }: { createdAt: string | null }) {
  const zone = useZone();
  const create = useCreateSiteSecret();
  const end = useEndSiteSecret();
  const [asks, setAsks] = useState<keyof typeof ASKS>('replace');
  const [isAsking, setAsking] = useState(false);
  const ask = (what: keyof typeof ASKS) => {
    setAsks(what);
    setAsking(true);
  };
  return (
    <div>
      <h3 className="font-medium">Conversions from your server</h3>
      <p className="mb-2 text-[13px] text-muted">
        {createdAt
          ? `It sends them with the secret of ${zonedTime(createdAt, zone)}.`
          : 'It sends them with a secret. There is none yet.'}
      </p>
      {create.data && createdAt && (
        <div className="mb-2">
          <Copied
            label="Secret"
            hint="It is shown only once: copy it now."
            text={create.data.secret}
          />
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        {createdAt ? (
          <>
            <Button onClick={() => ask('replace')}>Replace the secret…</Button>
            <Button variant="ghost" className="text-danger" onClick={() => ask('end')}>
              End it…
            </Button>
          </>
        ) : (
          <Button busy={create.isPending} onClick={() => create.mutate()}>
            Create a secret
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          if (asks === 'replace') create.mutate();
          else end.mutate(undefined, { onSuccess: () => create.reset() });
        }}
        {...ASKS[asks]}
      />
    </div>
  );
}
