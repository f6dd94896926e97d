import { Bot, Crown, Pencil, UserMinus } from 'lucide-react';
import { useState } from 'react';
import type { Member } from '#contract/people/members.ts';
import { ASSIGNABLE_ROLES } from '#contract/roles.ts';
import { capitalise } from '#web/lib/text.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Select } from '#web/ui/Select.tsx';
import { useChangeRole, useRemoveMember, useTransferOwnership } from './member-queries.ts';
import { ServiceDialog } from './ServiceDialog.tsx';

type Props = { members: Member[]; own: number; manages: boolean; owns: boolean };
type Asking = { what: 'remove' | 'transfer' | 'rename'; member: Member };

/** The members and their actions. `own`: the present person. */
export function MemberList({ members, own, manages, owns }: Props) {
  const change = useChangeRole();
  const remove = useRemoveMember();
  const transferOwnership = useTransferOwnership();
  const [asking, setAsking] = useState<Asking | null>(null);
  return (
    <>
      <ul
        aria-label="Members"
        className="divide-y divide-line overflow-hidden rounded-base border border-line bg-surface"
      >
        {members.map((member) => {
          const { id, name, email, kind, role } = member;
          const changeable = manages && role !== 'owner';
          return (
            <li
              key={id}
              className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3 sm:flex-nowrap"
            >
              <div className="min-w-0 grow">
                <p className="break-words font-medium">
                  {name}
                  {id === own && <span className="font-normal text-muted"> (you)</span>}
                </p>
                {email && <p className="break-words text-muted text-xs">{email}</p>}
                {kind === 'service' && (
                  <p className="flex items-center gap-1 text-muted text-xs">
                    <Bot size={14} aria-hidden /> Service account: no sign-in, no mail
                  </p>
                )}
              </div>
              {changeable ? (
                <Select
                  aria-label={`Role of ${name}`}
                  className="max-w-36"
                  value={role}
                  options={ASSIGNABLE_ROLES.map((value) => ({ value, label: capitalise(value) }))}
                  onChange={(next) => change.mutate({ id, role: next })}
                />
              ) : (
                <Badge>{capitalise(role)}</Badge>
              )}
              {manages && kind === 'service' && (
                <Button
                  variant="ghost"
                  size="icon"
                  aria-label={`Rename ${name}`}
                  title="Rename"
                  onClick={() => setAsking({ what: 'rename', member })}
                >
                  <Pencil size={16} aria-hidden />
                </Button>
              )}
              {owns && id !== own && kind === 'person' && (
                <Button
                  variant="ghost"
                  size="icon"
                  aria-label={`Transfer ownership to ${name}`}
                  title="Transfer ownership"
                  onClick={() => setAsking({ what: 'transfer', member })}
                >
                  <Crown size={16} aria-hidden />
                </Button>
              )}
              {changeable && id !== own && (
                <Button
                  variant="ghost"
                  size="icon"
                  aria-label={`Remove ${name}`}
                  title="Remove"
                  onClick={() => setAsking({ what: 'remove', member })}
                >
                  <UserMinus size={16} aria-hidden />
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {asking?.what === 'rename' && (
        <ServiceDialog known={asking.member} onClose={() => setAsking(null)} />
      )}
      {asking && asking.what !== 'rename' && (
        <ConfirmDialog
          open
          title={asking.what === 'remove' ? 'Remove Member' : 'Transfer Ownership'}
          question={
            asking.what === 'remove'
              ? asking.member.kind === 'service'
                ? `The keys of ${asking.member.name} end at once. What it wrote stays.`
                : `${asking.member.name} will lose access to this workspace. Their content stays.`
              : `${asking.member.name} will become the owner, and you’ll become an admin. Only they can transfer it back.`
          }
          confirm={asking.what === 'remove' ? 'Remove' : 'Transfer ownership'}
          onConfirm={() => {
            (asking.what === 'remove' ? remove : transferOwnership).mutate(asking.member);
            setAsking(null);
          }}
          onClose={() => setAsking(null)}
        />
      )}
    </>
  );
}
