import { Bot, ExternalLink, KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '#contract/paths.ts';
import type { Key, KeyWithSecret } from '#contract/people/keys.ts';
import { useAuth } from '#web/api/auth-store.ts';
import { useWorkspace, useZone } from '#web/api/workspace.ts';
import { KeyDialog } from '#web/features/automation/keys/KeyDialog.tsx';
import { type KeyAction, KeyTable } from '#web/features/automation/keys/KeyTable.tsx';
import { useApiKeys, useRevokeKey } from '#web/features/automation/keys/key-queries.ts';
import { RollDialog } from '#web/features/automation/keys/RollDialog.tsx';
import { ShownKey } from '#web/features/automation/keys/ShownKey.tsx';
import { TryIt } from '#web/features/automation/keys/TryIt.tsx';
import { useFolders } from '#web/features/content/folders/folder-queries.ts';
import { useMembers } from '#web/features/people/members/member-queries.ts';
import { useChannels } from '#web/features/publishing/channels/channel-queries.ts';
import { withBase } from '#web/lib/base.ts';
import { plural } from '#web/lib/text.ts';
import { relativeTime, zoneName } from '#web/lib/time/time.ts';
import { useMinute } from '#web/lib/time/use-minute.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { RetryAlert } from '#web/ui/feedback/RetryAlert.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx';
import { SettingsPage } from './SettingsNav.tsx';

type Open =
  | { what: KeyAction; key: Key }
  | { what: 'create' }
  | { what: 'show'; key: KeyWithSecret };

/** The keys by which programs work in the workspace. */
export default function ApiKeysPage() {
  const me = useAuth((state) => state.user?.id) ?? 0;
  const workspace = useWorkspace().data?.name ?? 'this workspace';
  const zone = useZone();
  const now = useMinute();
  const list = useApiKeys();
  const members = useMembers().data ?? [];
  const folder = useFolders().data?.find(({ id }) => id > 0)?.id ?? 1;
  const channel = useChannels().data?.[0]?.id ?? 1;
  const revoke = useRevokeKey();
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  const origin = window.location.origin + withBase('');
  const active = list.data?.filter(({ state }) => state === 'active') ?? [];
  const ended = list.data?.filter(({ state }) => state !== 'active') ?? [];
  const table = { zone, now, onAct: (what: KeyAction, key: Key) => setOpen({ what, key }) };
  return (
    <SettingsPage title="API keys">
      <div className="mb-6 flex flex-wrap items-start justify-between gap-3">
        <div>
          <h1 className="font-semibold text-xl">API keys</h1>
          <p className="mt-1 text-muted">
            Programs work in {workspace} with a key. It can’t do more than its owner can.
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button asChild>
            <a href={withBase('/api/docs')} target="_blank" rel="noreferrer">
              API reference <ExternalLink size={14} aria-hidden />
            </a>
          </Button>
          {(!list.data || active.length > 0) && (
            <Button variant="primary" onClick={() => setOpen({ what: 'create' })}>
              <Plus size={16} aria-hidden /> Create key
            </Button>
          )}
        </div>
      </div>
      {list.isError && !list.data ? (
        <RetryAlert message="Failed to fetch keys" onRetry={() => void list.refetch()} />
      ) : !list.data ? (
        <div role="status" aria-label="Loading keys">
          <Skeleton className="h-60" />
        </div>
      ) : active.length === 0 ? (
        <EmptyState
          icon={KeyRound}
          title="No keys yet."
          hint="With a key, programs can read, write and schedule."
        >
          <Button onClick={() => setOpen({ what: 'create' })}>Create key</Button>
        </EmptyState>
      ) : (
        <>
          <KeyTable label="API keys" keys={active} {...table} />
          <p className="mt-2 text-muted text-xs">Times in {zoneName(zone)}</p>
        </>
      )}
      <p className="mt-3 flex items-center gap-2 text-muted text-xs">
        <Bot size={14} aria-hidden /> Service accounts are created under{' '}
        <Link to={paths.members} className="text-accent underline">
          Members
        </Link>
      </p>
      {ended.length > 0 && (
        <details className="mt-4">
          <summary className="cursor-pointer text-[13px] text-muted">
            {plural(ended.length, 'expired or revoked key')}
          </summary>
          <div className="mt-3">
            <KeyTable label="Expired or revoked keys" keys={ended} {...table} />
          </div>
        </details>
      )}
      <TryIt {...{ origin, folder, channel }} />
      {(open?.what === 'create' || open?.what === 'edit') && (
        <KeyDialog
          known={open.what === 'edit' ? open.key : undefined}
          {...{ me, members, workspace, zone }}
          onMade={(key) => setOpen({ what: 'show', key })}
          onClose={close}
        />
      )}
      {open?.what === 'show' && (
        <ShownKey
          shown={open.key}
          origin={origin}
          onClose={() => {
            close();
            // It may have been used meanwhile.
            void list.refetch();
          }}
        />
      )}
      {open?.what === 'roll' && (
        <RollDialog
          known={open.key}
          onRolled={(key) => setOpen({ what: 'show', key })}
          onClose={close}
        />
      )}
      {open?.what === 'revoke' && (
        <ConfirmDialog
          open
          title={`Revoke ${open.key.name}?`}
          question={`${open.key.last_used_at ? `It was used ${relativeTime(open.key.last_used_at, now)} from ${open.key.last_used_ip}. ` : 'It was never used. '}Programs that use it stop at once.`}
          confirm="Revoke"
          onConfirm={() => {
            revoke.mutate(open.key);
            close();
          }}
          onClose={close}
        />
      )}
    </SettingsPage>
  );
}
