import { useState } from 'react';
import type { GivenRole } from '#contract/core/forms.ts';
import { type Access, type AccessChoice, kindOf } from '#contract/people/access.ts';
import type { Member } from '#contract/people/members.ts';
import { withArticle } from '#contract/roles.ts';
import { Button } from '#web/ui/Button.tsx';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx';
import { RetryAlert } from '#web/ui/RetryAlert.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { useChangeRole, useMemberAccess, useRemoveMember } from './member-queries.ts';

type Props = {
  member: Member;
  /** Without one, they are removed. */
  role?: GivenRole;
  onClose: () => void;
};

/** Asks before somebody loses rights, and what becomes of what acts for them. */
export function MemberAccess({ member, role, onClose }: Props) {
  const { id, name, kind } = member;
  const access = useMemberAccess(id, role);
  const remove = useRemoveMember();
  const change = useChangeRole();
  /** What is ticked against what would happen. */
  const [flipped, setFlipped] = useState<ReadonlySet<string>>(new Set());

  function confirm() {
    const chosen = choiceOf(access.data ?? [], flipped);
    if (role) change.mutate({ id, role, ...chosen });
    else remove.mutate({ id, name, choice: chosen });
    onClose();
  }

  const isService = kind === 'service';
  return (
    <Dialog
      open
      onClose={onClose}
      title={role ? 'Change Role' : 'Remove Member'}
      description={
        role
          ? `${name} will be ${withArticle(role)}. ${isService ? 'What it wrote stays.' : 'Their content stays.'}`
          : isService
            ? `Programs can no longer act as ${name}. What it wrote stays.`
            : `${name} will lose access to this workspace. Their content stays.`
      }
    >
      {access.isError ? (
        <RetryAlert
          message="Failed to fetch what acts for them"
          onRetry={() => void access.refetch()}
        />
      ) : access.data ? (
        <AccessChoices {...{ name, flipped, setFlipped }} access={access.data} />
      ) : (
        <Skeleton className="h-16" />
      )}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button variant="danger" disabled={!access.data} onClick={confirm}>
          {role ? 'Change role' : 'Remove'}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

const isKeptByDefault = ({ kind }: Access) => kindOf(kind).fate === 'handed_over';
const isChoosable = ({ kind }: Access) =>
  ['handed_over', 'ends_unless_kept'].includes(kindOf(kind).fate);

function choiceOf(access: readonly Access[], flipped: ReadonlySet<string>): AccessChoice {
  const changed = access.filter((row) => isChoosable(row) && flipped.has(row.ref));
  const refs = (isEnded: boolean) =>
    changed.filter((row) => isKeptByDefault(row) === isEnded).map(({ ref }) => ref);
  return { keep: refs(false), end: refs(true) };
}

type ChoicesProps = {
  name: string;
  access: readonly Access[];
  flipped: ReadonlySet<string>;
  setFlipped: (flipped: ReadonlySet<string>) => void;
};

function AccessChoices({ name, access, flipped, setFlipped }: ChoicesProps) {
  const choosable = access.filter(isChoosable);
  const paused = access.filter(({ kind }) => kindOf(kind).fate === 'pauses');
  const ending = access.filter((row) => !isChoosable(row) && !paused.includes(row));
  const toggle = (ref: string) => {
    const next = new Set(flipped);
    if (!next.delete(ref)) next.add(ref);
    setFlipped(next);
  };
  return (
    <div className="flex flex-col gap-4">
      {choosable.length > 0 && (
        <fieldset>
          <legend className="font-medium">Keep as yours</legend>
          <p className="text-muted">
            {name} may know the secret or the address of what you keep. All that isn’t ticked ends.
          </p>
          <div className="mt-2 flex max-h-72 flex-col overflow-y-auto">
            {choosable.map((row) => (
              <Checkbox
                key={row.ref}
                checked={isKeptByDefault(row) !== flipped.has(row.ref)}
                onChange={() => toggle(row.ref)}
              >
                <AccessName {...row} />
              </Checkbox>
            ))}
          </div>
        </fieldset>
      )}
      <Listed title="Ends" access={ending} />
      <Listed title="Pauses until someone saves it again" access={paused} />
    </div>
  );
}

const AccessName = ({ kind, name }: Access) => (
  <span className="break-words">
    <span className="text-muted">{kindOf(kind).label}</span> <span dir="auto">{name}</span>
  </span>
);

function Listed({ title, access }: { title: string; access: readonly Access[] }) {
  if (!access.length) return null;
  return (
    <div>
      <h3 className="font-medium">{title}</h3>
      <ul className="mt-1 max-h-40 overflow-y-auto">
        {access.map((row) => (
          <li key={row.ref}>
            <AccessName {...row} />
          </li>
        ))}
      </ul>
    </div>
  );
}
