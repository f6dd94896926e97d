import { Bot, Ellipsis } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { GivenRole } from '#contract/core/forms.ts';
import { paths } from '#contract/paths.ts';
import type { Key } from '#contract/people/keys.ts';
import type { Member } from '#contract/people/members.ts';
import { ASSIGNABLE_ROLES, lesserRole } from '#contract/roles.ts';
import { capitalise, plural } from '#web/lib/text.ts';
import { relativeTime } from '#web/lib/time/time.ts';
import { useMinute } from '#web/lib/time/use-minute.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ColumnLabel } from '#web/ui/ColumnLabel.tsx';
import { Select } from '#web/ui/fields/Select.tsx';
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx';
import { Menu, MenuItem } from '#web/ui/overlays/Menu.tsx';
import { MemberAccess } from './MemberAccess.tsx';
import { useChangeRole, useTransferOwnership } from './member-queries.ts';
import { ServiceDialog } from './ServiceDialog.tsx';

type Props = {
  members: readonly Member[];
  /** Those of the workspace, where the person manages it. */
  keys: readonly Key[];
  own: number;
  manages: boolean;
  owns: boolean;
};
type Action = 'remove' | 'transfer' | 'rename';
/** `role`: the one that they would have. */
type Asking = { what: Action | 'role'; member: Member; role?: GivenRole };

/** The members and their actions; on a phone each is a block. `own`: the present person. */
export function MemberTable({ members, keys, own, manages, owns }: Props) {
  const [asking, setAsking] = useState<Asking | null>(null);
  const now = useMinute();
  const row = (member: Member) => (
    <Row
      key={member.id}
      {...{ member, own, manages, owns, now }}
      keyCount={keys.filter((key) => isActiveOf(key, member)).length}
      onAct={(what) => setAsking({ what, member })}
      onRole={(role) => setAsking({ what: 'role', member, role })}
    />
  );
  const services = members.filter(({ kind }) => kind === 'service');
  return (
    <>
      <div className="overflow-hidden rounded-base border border-line bg-surface">
        <table aria-label="Members" className="w-full text-left text-[13px]">
          <thead className="max-md:sr-only">
            <tr className="border-line border-b text-muted text-xs">
              {['Member', 'Role', ...(manages ? ['Keys', 'Last active'] : [])].map((name) => (
                <th key={name} scope="col" className="whitespace-nowrap px-4 py-2 font-medium">
                  {name}
                </th>
              ))}
              {manages && (
                <th scope="col" className="px-4 py-2">
                  <span className="sr-only">Actions</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody className="divide-y divide-line-soft">
            {members.filter(({ kind }) => kind === 'person').map(row)}
          </tbody>
          {services.length > 0 && (
            <tbody className="divide-y divide-line-soft border-line border-t">
              <tr className="bg-page max-md:block">
                <th
                  scope="rowgroup"
                  colSpan={5}
                  className="px-4 py-2 font-normal text-muted text-xs max-md:block"
                >
                  <span className="mr-2 font-medium text-text">Service accounts</span> Programs with
                  a role of their own: no sign-in, no mail, no seat. The audit log names them.
                </th>
              </tr>
              {services.map(row)}
            </tbody>
          )}
        </table>
      </div>
      {asking && <Question {...asking} onClose={() => setAsking(null)} />}
    </>
  );
}

const isActiveOf = ({ owner, state }: Key, { id }: Member) => state === 'active' && owner.id === id;

const cell = 'px-4 py-2.5 max-md:block max-md:py-1';

type RowProps = Omit<Props, 'members' | 'keys'> & {
  member: Member;
  keyCount: number;
  now: number;
  onAct: (what: Action) => void;
  /** A role with fewer rights is asked about. */
  onRole: (role: GivenRole) => void;
};

function Row({ member, own, manages, owns, keyCount, now, onAct, onRole }: RowProps) {
  const { id, name, email, kind, role, last_active_at: active } = member;
  const change = useChangeRole();
  const isService = kind === 'service';
  const isChangeable = manages && role !== 'owner';
  const actions: readonly (readonly [Action, string])[] = [
    ...(manages && isService ? [['rename', 'Rename…'] as const] : []),
    ...(owns && id !== own && !isService ? [['transfer', 'Transfer ownership…'] as const] : []),
    ...(isChangeable && id !== own ? [['remove', 'Remove…'] as const] : []),
  ];
  return (
    <tr className="max-md:relative max-md:block max-md:py-2 max-md:pr-12">
      <th scope="row" className={`${cell} w-full font-normal`}>
        <span className="flex items-center gap-3">
          {isService ? (
            <span className="grid size-7 shrink-0 place-items-center rounded-md bg-sunken text-muted">
              <Bot size={16} aria-label="Service account" />
            </span>
          ) : (
            <Avatar name={name} size="large" />
          )}
          <span className="min-w-0">
            <span dir="auto" className="break-words font-medium">
              {name}
            </span>
            {id === own && <span className="text-muted"> (you)</span>}
            {email && <span className="block break-all text-muted text-xs">{email}</span>}
          </span>
        </span>
      </th>
      <td className={cell}>
        {isChangeable ? (
          <Select
            aria-label={`Role of ${name}`}
            className="w-36"
            value={role}
            options={ASSIGNABLE_ROLES.map((value) => ({ value, label: capitalise(value) }))}
            onChange={(next) =>
              lesserRole(role, next) === next ? onRole(next) : change.mutate({ id, role: next })
            }
          />
        ) : (
          <>
            <ColumnLabel text="Role" />
            {capitalise(role)}
          </>
        )}
      </td>
      {manages && (
        <>
          <td className={`${cell} whitespace-nowrap max-md:empty:hidden`}>
            {keyCount > 0 && (
              <Link to={paths.apiKeys} className="text-accent hover:underline">
                {plural(keyCount, 'key')}
              </Link>
            )}
          </td>
          <td className={`${cell} whitespace-nowrap text-muted`}>
            <ColumnLabel text="Last active" />
            {active ? relativeTime(active, now) : 'Never'}
          </td>
          <td className="px-2 py-2 max-md:absolute max-md:top-1 max-md:right-0">
            {actions.length > 0 && (
              <Menu
                trigger={
                  <Button variant="ghost" size="icon" aria-label={`Actions for ${name}`}>
                    <Ellipsis size={16} aria-hidden />
                  </Button>
                }
              >
                {actions.map(([what, label]) => (
                  <MenuItem key={what} danger={what === 'remove'} onSelect={() => onAct(what)}>
                    {label}
                  </MenuItem>
                ))}
              </Menu>
            )}
          </td>
        </>
      )}
    </tr>
  );
}

function Question({ what, member, role, onClose }: Asking & { onClose: () => void }) {
  const transfer = useTransferOwnership();
  if (what === 'rename') return <ServiceDialog known={member} onClose={onClose} />;
  if (what === 'remove') return <MemberAccess {...{ member, onClose }} />;
  if (role) return <MemberAccess {...{ member, role, onClose }} />;
  return (
    <ConfirmDialog
      open
      title="Transfer Ownership"
      question={`${member.name} will become the owner, and you’ll become an admin. Only they can transfer it back.`}
      confirm="Transfer ownership"
      onConfirm={() => {
        transfer.mutate(member);
        onClose();
      }}
      onClose={onClose}
    />
  );
}
