import { Crown, UserMinus } from 'lucide-react';
import { useState } from 'react';
import type { Member } from '#contract/people/members.ts';
import { ASSIGNABLE_ROLES } from '#contract/roles.ts';
import { capitalise } from '#web/lib/text.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Select } from '#web/ui/Select.tsx';
import { useChangeRole, useRemoveMember, useTransferOwnership } from './member-queries.ts';

type Props = { members: Member[]; own: number; manages: boolean; owns: boolean };
type Asking = { what: 'remove' | 'transfer'; member: Member };

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
          const { id, name, email, role } = member;
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
              {owns && id !== own && (
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
      {asking && (
        <ConfirmDialog
          open
          title={asking.what === 'remove' ? 'Remove Member' : 'Transfer Ownership'}
          question={
            asking.what === 'remove'
              ? `${asking.member.name} will lose access to this workspace. Their content stays.`
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
