import { type FormEvent, useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { Channel, NetworkInfo } from '#contract/channels.ts';
import { ApiError } from '#web/api/client.ts';
import { showFailure } from '#web/api/form-failure.ts';
import { keys, queryClient } from '#web/api/query.ts';
import { useDebounced } from '#web/lib/use-debounced.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx';
import { Field, Input } from '#web/ui/Field.tsx';
import { toast } from '#web/ui/Toaster.tsx';
import { connectAccount, leaveForNetwork, lookUpServer } from './channel-queries.ts';

type Props = {
  network: NetworkInfo;
  /** The channel to connect again. */
  channel?: Channel | undefined;
  onClose: () => void;
  onConnected: (id: number) => void;
};

const LOOK_UP_MS = 400;

/** Asks for what connects an account of a network. */
export function ConnectDialog({ network: info, channel, onClose, onConnected }: Props) {
  const { network, name, login } = info;
  // Where there is a choice, nobody has to make a password first.
  const [way, setWay] = useState(login ? 'redirect' : info.connect);
  const isRedirect = way === 'redirect';
  const fields = isRedirect && login ? login : info.fields;
  const known = channel ? { handle: channel.handle.replace(/^@/, ''), server: channel.server } : {};
  const form = useForm<Record<string, string>>({
    defaultValues: Object.fromEntries(
      [...info.fields, ...(login ?? [])].map((field) => [
        field.name,
        known[field.name as keyof typeof known] ?? '',
      ]),
    ),
  });
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const server = form.watch('server') ?? '';
  const found = useServer(isRedirect ? network : undefined, server);
  const { errors } = form.formState;

  async function submit(entered: Record<string, string>) {
    const values = Object.fromEntries(
      fields.map((field) => [field.name, entered[field.name] ?? '']),
    );
    setBusy(true);
    setFailure(undefined);
    try {
      if (isRedirect) return await leaveForNetwork(network, values, channel?.id);
      const connected = await connectAccount(network, values, channel?.id);
      await queryClient.invalidateQueries({ queryKey: keys.channels });
      toast({
        title: 'Success',
        description: `${connected.handle} is connected${channel ? ' again' : ''}`,
      });
      onConnected(connected.id);
      onClose();
    } catch (error) {
      const names = fields.map((field) => field.name);
      setFailure(showFailure(error, form.setError, names, 'The account could not be connected'));
    }
    setBusy(false);
  }

  const [main, rare] = [fields.filter((one) => !one.rare), fields.filter((one) => one.rare)];
  const field = (one: NetworkInfo['fields'][number]) => (
    <Field
      key={one.name}
      label={one.label}
      hint={one.help}
      error={errors[one.name]?.message ?? (one.name === 'server' ? found.error : undefined)}
    >
      <Input
        {...form.register(one.name)}
        type={one.secret ? 'password' : 'text'}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
    </Field>
  );
  return (
    <Dialog open onClose={onClose} title={`${channel ? 'Reconnect' : 'Connect'} ${name}`}>
      <form
        onSubmit={(event: FormEvent<HTMLFormElement>) => void form.handleSubmit(submit)(event)}
        className="flex flex-col gap-4"
        noValidate
      >
        {failure && <Alert>{failure}</Alert>}
        {main.map(field)}
        {isRedirect && (
          <>
            <p role="status" className="font-medium empty:hidden">
              {found.text}
            </p>
            <p className="text-muted">
              You log in there and allow reading your posts and publishing. Postfolio never sees the
              password.
            </p>
          </>
        )}
        {rare.length > 0 && (
          <details>
            <summary className="min-h-6 rounded-sm text-muted hover:text-text">
              {rare[0]?.label}
            </summary>
            <div className="mt-3 flex flex-col gap-4">{rare.map(field)}</div>
          </details>
        )}
        {login && (
          <Button
            variant="link"
            className="-ml-3 self-start"
            onClick={() => setWay(isRedirect ? 'fields' : 'redirect')}
          >
            {isRedirect ? 'Use an app password instead' : `Log in at ${name} instead`}
          </Button>
        )}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={busy} className="max-w-full">
            <span className="truncate">
              {isRedirect ? `Continue to ${found.server ?? name}` : 'Connect'}
            </span>
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

type Found = { server?: string; text?: string; error?: string };

/** What is behind the address of a server, asked while it is being entered. */
function useServer(network: NetworkInfo['network'] | undefined, server: string): Found {
  const [found, setFound] = useState<Found>({});
  const entered = useDebounced(server.trim(), LOOK_UP_MS);
  useEffect(() => {
    setFound({});
    if (!network || !/[.:]/.test(entered)) return;
    const controller = new AbortController();
    lookUpServer(network, entered, controller.signal).then(
      ({ server: host, name, limits }) => {
        const characters = limits.characters
          ? ` · ${limits.characters.toLocaleString('en')} characters`
          : '';
        setFound({ server: host, text: `${name}${characters}` });
      },
      (error: unknown) => {
        const said = error instanceof ApiError ? error.fields.server?.[0] : undefined;
        if (said) setFound({ error: said });
      },
    );
    return () => controller.abort();
  }, [network, entered]);
  return found;
}
