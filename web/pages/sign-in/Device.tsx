import { type FormEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useAuth } from '#web/api/auth-store.ts';
import { ApiError } from '#web/api/client.ts';
import { useWorkspace } from '#web/api/workspace.ts';
import { AppFrame, AppMessage, LoadingRequest } from '#web/features/automation/apps/AppFrame.tsx';
import { useEnterCode, useRefuseDevice } from '#web/features/automation/apps/app-queries.ts';
import { Consent } from '#web/features/automation/apps/Consent.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Field, Input } from '#web/ui/fields/Field.tsx';
import { toast } from '#web/ui/overlays/toast.ts';

/** Where the code of a program in a terminal is entered. */
export default function DevicePage() {
  // A request belongs to the person who entered the code.
  return <EnterCode key={useAuth((state) => state.user?.id)} />;
}

/** As a terminal shows it, however it was typed. */
const asShown = (code: string) =>
  code
    .toUpperCase()
    .replaceAll(/[^A-Z]/g, '')
    .replace(/^(.{4})/, '$1-');

function EnterCode() {
  const [query] = useSearchParams();
  const me = useAuth((state) => state.user?.name) ?? '';
  const workspace = useWorkspace().data;
  // A code of a link is shown and not sent: the person compares it with their terminal.
  const [code, setCode] = useState(query.get('code')?.slice(0, 20) ?? '');
  const enter = useEnterCode();
  const refuse = useRefuseDevice();
  const [left, setLeft] = useState<'allowed' | 'refused'>();
  const error = enter.error instanceof ApiError ? enter.error : null;
  const message = error && (error.fields.user_code?.[0] ?? error.message);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    enter.mutate(code);
  };
  return (
    <>
      <title>Connect the command line</title>
      {left ? (
        <AppFrame
          isTerminal
          isNext
          title={left === 'allowed' ? 'Connected' : 'Nothing was connected'}
        >
          <AppMessage role="status">
            {left === 'allowed'
              ? 'Go back to your terminal: it goes on by itself. You can close this page.'
              : 'The program was told. You can close this page.'}
          </AppMessage>
        </AppFrame>
      ) : enter.data && !workspace ? (
        <LoadingRequest />
      ) : enter.data && workspace ? (
        <Consent
          key={workspace.id}
          {...{ asked: enter.data, me, workspace, code: asShown(code) }}
          onAllowed={() => setLeft('allowed')}
          onRefused={() =>
            refuse.mutate(enter.data.request, {
              onSuccess: () => setLeft('refused'),
              onError: ({ message }) =>
                toast({
                  title: 'The program was not told',
                  description: message || 'Check your connection, and try again.',
                  variant: 'destructive',
                }),
            })
          }
        />
      ) : (
        <AppFrame isTerminal title="Connect the command line">
          <form onSubmit={submit} noValidate className="flex flex-col gap-4">
            {error && !error.fields.user_code && (
              <Alert>{message || 'Failed to check the code'}</Alert>
            )}
            <Field
              label="Code"
              hint="Compare it with your terminal. Never enter a code that somebody sent you."
              error={error?.fields.user_code?.[0]}
            >
              <Input
                autoFocus
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
                placeholder="BCDF-GHJK"
                maxLength={20}
                value={code}
                onChange={({ target }) => setCode(target.value)}
                className="text-center font-mono text-lg uppercase tracking-widest"
              />
            </Field>
            <Button
              type="submit"
              variant="primary"
              size="large"
              busy={enter.isPending}
              disabled={code.replaceAll(/[^a-z]/gi, '').length !== 8}
            >
              Continue
            </Button>
          </form>
        </AppFrame>
      )}
    </>
  );
}
