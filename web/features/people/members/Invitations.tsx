import { zodResolver } from '@hookform/resolvers/zod';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { InvitationCreate } from '#contract/core/forms.ts';
import { INVITATION_DAYS, type Invitation, invite } from '#contract/people/members.ts';
import { ASSIGNABLE_ROLES } from '#contract/roles.ts';
import { ApiError, call } from '#web/api/client.ts';
import { keys, queryClient } from '#web/api/query.ts';
import { useZone } from '#web/api/workspace.ts';
import { copyText } from '#web/lib/clipboard.ts';
import { capitalise } from '#web/lib/text.ts';
import { zonedTime } from '#web/lib/time/time.ts';
import { Button } from '#web/ui/Button.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Field, Input } from '#web/ui/fields/Field.tsx';
import { Select } from '#web/ui/fields/Select.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/Dialog.tsx';
import { focusMain } from '#web/ui/overlays/focus.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import { ROLE_HINTS, useRevoke } from './member-queries.ts';

/** Invites somebody by mail, or, without an address, creates a link. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const [failure, setFailure] = useState<string>();
  const form = useForm({
    resolver: zodResolver(InvitationCreate),
    defaultValues: { email: '', role: 'editor' },
  });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async ({ email, role }) => {
    setFailure(undefined);
    try {
      const created = await call(invite, { body: { role, ...(email && { email }) } });
      await queryClient.invalidateQueries({ queryKey: keys.invitations });
      onClose();
      if (created.email)
        toast({ title: 'Success', description: `Invitation sent to ${created.email}` });
      else if (created.link) await copyLink(created.link);
    } catch (error) {
      const [message] = error instanceof ApiError ? (error.fields.email ?? []) : [];
      if (message) form.setError('email', { message }, { shouldFocus: true });
      else setFailure((error as Error).message || 'Failed to invite');
    }
  });

  return (
    <Dialog
      open
      onClose={onClose}
      title="Invite"
      description={`By email or by link. An invitation works once and expires in ${INVITATION_DAYS} days.`}
    >
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        {failure && <Alert>{failure}</Alert>}
        <Field
          label="Email"
          error={errors.email?.message}
          hint="Leave empty to create a link that you can share yourself."
        >
          <Input
            type="email"
            autoComplete="off"
            {...form.register('email', { setValueAs: (text) => text || undefined })}
          />
        </Field>
        <Field label="Role">
          <Select
            value={form.watch('role')}
            options={ASSIGNABLE_ROLES.map((value) => ({
              value,
              label: `${capitalise(value)}: ${ROLE_HINTS[value]}`,
            }))}
            onChange={(role) => form.setValue('role', role)}
          />
        </Field>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={isSubmitting}>
            {isSubmitting ? 'Inviting...' : 'Invite'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

async function copyLink(link: string) {
  await copyText(link);
  toast({
    title: 'Success',
    description: `Link copied. It works once and expires in ${INVITATION_DAYS} days.`,
  });
}

/** The open invitations. */
export function InvitationList({ invitations }: { invitations: Invitation[] }) {
  const revoke = useRevoke();
  const zone = useZone();
  return (
    <ul
      aria-label="Open invitations"
      className="divide-y divide-line overflow-hidden rounded-base border border-line bg-surface"
    >
      {invitations.map((invitation) => {
        const { id, email, role, link, invited_by, expires_at } = invitation;
        const whom = email ?? 'anyone with the link';
        return (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
            <div className="min-w-0 grow">
              <p className="break-words font-medium">{email ?? 'Anyone with the link'}</p>
              <p className="text-muted text-xs">
                {capitalise(role)}, expires {zonedTime(expires_at, zone)}
                {email
                  ? '. Link sent by email'
                  : !link && `. ${invited_by?.name ?? 'Its maker'} has the link`}
              </p>
            </div>
            {link && (
              <Button aria-label={`Copy the link for ${whom}`} onClick={() => void copyLink(link)}>
                <Copy size={16} aria-hidden />
                Copy link
              </Button>
            )}
            <Button
              variant="ghost"
              className="text-danger"
              aria-label={`Revoke the invitation for ${whom}`}
              busy={revoke.isPending}
              onClick={() => {
                focusMain();
                revoke.mutate(id);
              }}
            >
              Revoke
            </Button>
          </li>
        );
      })}
    </ul>
  );
}
