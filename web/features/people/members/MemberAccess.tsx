import { useState } from 'react';
import type { GivenRole } from '#contract/core/forms.ts';
import type { SettledAccess } from '#contract/people/access.ts';
import type { Member } from '#contract/people/members.ts';
import { withArticle } from '#contract/roles.ts';
import { Button } from '#web/ui/Button.tsx';
import { RetryAlert } from '#web/ui/feedback/RetryAlert.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { Checkbox } from '#web/ui/fields/Checkbox.tsx';
import { ShownOnce } from '#web/ui/fields/ShownOnce.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/Dialog.tsx';
import { AccessChoices } from './AccessChoices.tsx';
import { choiceOf, type Fates, labelOf } from './access-choice.ts';
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
  const [chosen, setChosen] = useState<Fates>(new Map());
  const [endsApprovals, setEndsApprovals] = useState(false);
  /** What has taken the place of secrets, until it was shown. */
  const [made, setMade] = useState<readonly SettledAccess[]>([]);

  function confirm() {
    const choice = choiceOf(access.data ?? [], chosen);
    const onSettled = (answer?: { access: readonly SettledAccess[] }) => {
      const secrets = answer?.access.filter(({ secret }) => secret !== null) ?? [];
      setMade(secrets);
      if (!secrets.length) onClose();
    };
    if (role) change.mutate({ id, role, ...choice }, { onSettled });
    else remove.mutate({ id, name, choice, endsApprovals }, { onSettled });
  }

  const [first, ...rest] = made;
  if (first)
    return (
      <ShownOnce
        key={first.ref}
        noun="secret"
        label={labelOf(first)}
        value={first.secret ?? ''}
        description={`It replaces the one that ${name} knows, which has ended.`}
        onClose={() => (rest.length ? setMade(rest) : onClose())}
      />
    );

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
        <AccessChoices {...{ name, chosen, setChosen }} access={access.data} />
      ) : (
        <Skeleton className="h-16" />
      )}
      {!role && (
        <Checkbox checked={endsApprovals} onChange={setEndsApprovals}>
          End what they approved: unpublished posts become drafts, and scheduled posts stop when
          they are due
        </Checkbox>
      )}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="danger"
          disabled={!access.data || remove.isPending || change.isPending}
          onClick={confirm}
        >
          {role ? 'Change role' : 'Remove'}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
