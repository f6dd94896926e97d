import { ArrowRight, CircleAlert, MoreHorizontal, Plus, Settings2, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { type Incoming, MAX_INCOMING } from '#contract/automation/incoming.ts';
import { FolderLabel } from '#web/features/content/folders/FolderLabel.tsx';
import { plural } from '#web/lib/text.ts';
import { relativeTime } from '#web/lib/time/time.ts';
import { Button } from '#web/ui/Button.tsx';
import { RetryAlert } from '#web/ui/feedback/RetryAlert.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { ShownOnce } from '#web/ui/fields/ShownOnce.tsx';
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx';
import { Menu, MenuItem } from '#web/ui/overlays/Menu.tsx';
import { IncomingDialog } from './IncomingDialog.tsx';
import { useIncoming, useRevokeIncoming } from './incoming-queries.ts';

/** The addresses that make drafts of what is sent to them. */
export function IncomingView() {
  const { data, isError, refetch } = useIncoming();
  const [edited, setEdited] = useState<Incoming | 'new'>();
  const [revoked, setRevoked] = useState<Incoming>();
  const [address, setAddress] = useState<string>();
  const revoke = useRevokeIncoming();
  const isFull = data !== undefined && data.length >= MAX_INCOMING;
  return (
    <section aria-labelledby="incoming" className="mt-8">
      <div className="mb-3 flex flex-wrap items-start justify-between gap-3">
        <div>
          <h2 id="incoming" className="font-semibold text-[15px]">
            Incoming
          </h2>
          <p className="mt-1 text-muted">
            An address that creates a draft from what a form or a program sends. It never publishes.
          </p>
        </div>
        <Button
          size="bar"
          disabled={isFull}
          title={isFull ? `A workspace has at most ${MAX_INCOMING} addresses` : undefined}
          onClick={() => setEdited('new')}
        >
          <Plus size={16} aria-hidden />
          Add address
        </Button>
      </div>
      {isError && !data ? (
        <RetryAlert message="The addresses couldn’t be loaded." onRetry={() => void refetch()} />
      ) : !data ? (
        <div role="status" aria-label="Loading addresses">
          <Skeleton className="h-16" />
        </div>
      ) : data.length === 0 ? (
        <p className="rounded-base border border-line bg-surface p-4 text-muted">
          No addresses yet.
        </p>
      ) : (
        <ul
          aria-label="Incoming addresses"
          className="divide-y divide-line rounded-base border border-line bg-surface"
        >
          {data.map((incoming) => (
            <Row
              key={incoming.id}
              incoming={incoming}
              onEdit={() => setEdited(incoming)}
              onRevoke={() => setRevoked(incoming)}
            />
          ))}
        </ul>
      )}
      {edited && (
        <IncomingDialog
          incoming={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
          onSaved={(made) => {
            setEdited(undefined);
            setAddress(made);
          }}
        />
      )}
      {address !== undefined && (
        <ShownOnce
          noun="address"
          label="Address"
          value={address}
          description="Whoever has it can make drafts here. Send it JSON or a form by POST."
          onClose={() => setAddress(undefined)}
        />
      )}
      <ConfirmDialog
        open={revoked !== undefined}
        title={`Revoke ${revoked?.name}?`}
        question="What is sent to it is refused at once. The drafts that it made stay."
        confirm="Revoke"
        onConfirm={() => {
          if (revoked) revoke.mutate(revoked.id);
          setRevoked(undefined);
        }}
        onClose={() => setRevoked(undefined)}
      />
    </section>
  );
}

type RowProps = { incoming: Incoming; onEdit: () => void; onRevoke: () => void };

function Row({ incoming, onEdit, onRevoke }: RowProps) {
  const { name, ending, folder, makes_drafts, obstacle } = incoming;
  return (
    <li className="flex min-h-15 flex-wrap items-center gap-x-6 gap-y-1.5 px-4 py-2.5 lg:grid lg:grid-cols-[minmax(0,1fr)_200px_200px_32px]">
      <div className="min-w-0 grow basis-56">
        <p className="truncate font-medium">
          <bdi>{name}</bdi>
        </p>
        <p className="truncate font-mono text-muted text-xs">POST /api/in/••••••••{ending}</p>
        {obstacle && (
          <p className="mt-1 flex items-start gap-1.5 text-[13px] text-danger">
            <CircleAlert size={14} aria-hidden className="mt-0.5 shrink-0" />
            {obstacle}
          </p>
        )}
      </div>
      <p className="flex min-w-0 items-center gap-2">
        <ArrowRight size={14} aria-hidden className="shrink-0 text-muted" />
        {folder !== null ? (
          <FolderLabel folder={folder} short />
        ) : (
          <span className="text-muted">{makes_drafts ? 'No folder' : 'Rules alone'}</span>
        )}
      </p>
      <p className="text-[13px] text-muted">{usedWords(incoming)}</p>
      <span className="ml-auto">
        <Menu
          trigger={
            <Button variant="ghost" size="smallIcon" aria-label={`More actions for ${name}`}>
              <MoreHorizontal size={16} aria-hidden />
            </Button>
          }
        >
          <MenuItem icon={Settings2} onSelect={onEdit}>
            Mapping…
          </MenuItem>
          <MenuItem icon={Trash2} danger onSelect={onRevoke}>
            Revoke…
          </MenuItem>
        </Menu>
      </span>
    </li>
  );
}

function usedWords({ drafts, last_at, makes_drafts }: Incoming): string {
  if (last_at === null) return 'Nothing came in yet';
  const when = `last one ${relativeTime(last_at)}`;
  return makes_drafts || drafts > 0 ? `${plural(drafts, 'draft')}, ${when}` : when;
}
