import { CircleAlert } from 'lucide-react';
import { type FormEvent, useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { Channel, NetworkInfo, Way } from '#contract/publishing/channels.ts';
import { ApiError } from '#web/api/client.ts';
import { showFailure } from '#web/api/form-failure.ts';
import { keys, queryClient } from '#web/api/query.ts';
import {
  connectAccount,
  leaveForNetwork,
  lookUpServer,
} from '#web/features/publishing/channels/channel-queries.ts';
import { useDebounced } from '#web/lib/use-debounced.ts';
import { Button } from '#web/ui/Button.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Field, Input } from '#web/ui/fields/Field.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/Dialog.tsx';
import { toast } from '#web/ui/overlays/toast.ts';

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
  const { network, name, ways, notices, setup } = info;
  const [first] = ways.filter(({ missing }) => missing.length === 0);
  const [chosen, setChosen] = useState(first?.way ?? ways[0]?.way ?? '');
  const { way, by, fields, missing } =
    ways.find((field) => field.way === chosen) ?? (ways[0] as Way);
  const isRedirect = by === 'redirect';
  const others = ways.filter((field) => field.way !== way);
  const known = channel ? { handle: channel.handle.replace(/^@/, ''), server: channel.server } : {};
  const form = useForm<Record<string, string>>({
    defaultValues: Object.fromEntries(
      ways
        .flatMap((way) => way.fields)
        .map((field) => [field.name, known[field.name as keyof typeof known] ?? '']),
    ),
  });
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  const server = form.watch('server') ?? '';
  const asksServer = isRedirect && fields.some((field) => field.name === 'server');
  const found = useServer(asksServer ? network : undefined, server);
  const { errors } = form.formState;

  async function submit(entered: Record<string, string>) {
    const values = Object.fromEntries(
      fields.map((field) => [field.name, entered[field.name] ?? '']),
    );
    setBusy(true);
    setFailure(undefined);
    try {
      if (isRedirect) return await leaveForNetwork(network, way, values, channel?.id);
      const connected = await connectAccount(network, way, values, channel?.id);
      await Promise.all(
        [keys.channels, keys.queues, keys.allFigures].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      );
      toast({
        title: 'Success',
        description: `${connected.handle} is ${channel ? 'reconnected' : 'connected'}`,
      });
      onConnected(connected.id);
      onClose();
    } catch (error) {
      const names = fields.map((field) => field.name);
      setFailure(showFailure(error, form.setError, names, 'The account could not be connected'));
    }
    setBusy(false);
  }

  const [main, rare] = [
    fields.filter((field) => !field.rare),
    fields.filter((field) => field.rare),
  ];
  const field = (way: Way['fields'][number]) => (
    <Field
      key={way.name}
      label={way.label}
      hint={way.help}
      error={errors[way.name]?.message ?? (way.name === 'server' ? found.error : undefined)}
    >
      <Input
        {...form.register(way.name)}
        type={way.secret ? 'password' : 'text'}
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
        {missing.length > 0 && <Missing network={name} missing={missing} setup={setup} />}
        {missing.length === 0 && main.map(field)}
        {missing.length === 0 && isRedirect && (
          <>
            <p role="status" className="font-medium empty:hidden">
              {found.text}
            </p>
            <p className="text-muted">
              You log in there and allow Postfolio to read your posts and to publish. It never sees
              your password.
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
        {missing.length === 0 &&
          notices.map((notice) => (
            <p key={notice} className="flex items-start gap-2 text-xs">
              <CircleAlert size={16} aria-hidden className="shrink-0 text-warning" />
              {notice}
            </p>
          ))}
        {others.map((other) => (
          <Button
            key={other.way}
            variant="link"
            className="-ml-3 self-start"
            onClick={() => setChosen(other.way)}
          >
            {other.label} instead
          </Button>
        ))}
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          {missing.length === 0 && (
            <Button type="submit" variant="primary" busy={busy} className="max-w-full">
              <span className="truncate">
                {isRedirect ? `Continue to ${found.server ?? name}` : 'Connect'}
              </span>
            </Button>
          )}
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** What whoever runs this server has to do first. */
const Missing = ({
  network,
  missing,
  setup,
}: Pick<NetworkInfo, 'setup'> & { network: string; missing: readonly string[] }) => (
  <div className="flex flex-col gap-3">
    <p>
      {network} can’t be connected yet. The operator of this server has to do this once, and restart
      it:
    </p>
    <ul className="flex list-disc flex-col gap-1 pl-5">
      {missing.map((way) => (
        <li key={way}>{way}</li>
      ))}
    </ul>
    {setup && (
      <p className="text-muted">
        The steps are in the file <code>{setup.guide}</code> of the Postfolio source code. The
        address to register with {network} is{' '}
        <code className="break-all text-text">{setup.redirect_uri}</code>
      </p>
    )}
  </div>
);

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
