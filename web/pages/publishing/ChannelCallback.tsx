import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Link, type NavigateFunction, useNavigate, useSearchParams } from 'react-router';
import { NETWORK_NAMES } from '#contract/networks/names.ts';
import { paths } from '#contract/paths.ts';
import type { Channel, CompletedConnection } from '#contract/publishing/channels.ts';
import { keys, queryClient } from '#web/api/query.ts';
import {
  chooseAccounts,
  completeConnection,
  takeBegun,
} from '#web/features/publishing/channels/channel-queries.ts';
import { cut, plural } from '#web/lib/text.ts';
import { Button } from '#web/ui/Button.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Checkbox } from '#web/ui/fields/Checkbox.tsx';
import { toast } from '#web/ui/overlays/toast.ts';

/** Of what a network says, in characters. */
const MAX_REASON = 300;

type Choice = NonNullable<CompletedConnection['choose']>;

/** Says what is connected, where its accounts are. */
async function connected(channels: readonly Channel[], navigate: NavigateFunction) {
  await queryClient.invalidateQueries({ queryKey: keys.channels });
  const [first] = channels;
  const more = channels.length - 1;
  const what = `${first?.handle}${more > 0 ? ` and ${plural(more, 'more account')}` : ''}`;
  toast({
    title: 'Success',
    description: `${what} ${more > 0 ? 'are' : 'is'} connected`,
  });
  await navigate(paths.connectedAccount(first?.id ?? 0), { replace: true });
}

/** The accounts that the person has at the network: some are chosen, before any is connected. */
function Accounts({
  choice: { state, network, accounts },
  onFailure,
}: {
  choice: Choice;
  onFailure: (failure: string) => void;
}) {
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState(false);
  async function submit(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    try {
      await connected(await chooseAccounts(state, [...chosen]), navigate);
    } catch (error) {
      onFailure((error as Error).message || 'The accounts could not be connected.');
    }
  }
  return (
    <form onSubmit={(event) => void submit(event)} className="flex max-w-xl flex-col gap-4">
      <fieldset className="flex flex-col gap-1">
        <legend className="mb-2">
          {`You have ${plural(accounts.length, 'account')} at ${NETWORK_NAMES[network]}. Choose those to publish to.`}
        </legend>
        {accounts.map(({ id, handle, name }) => (
          <Checkbox
            key={id}
            checked={chosen.includes(id)}
            onChange={(on) =>
              setChosen(on ? [...chosen, id] : chosen.filter((other) => other !== id))
            }
          >
            {name === handle ? name : `${name} (${handle})`}
          </Checkbox>
        ))}
      </fieldset>
      <div className="flex gap-2">
        <Button type="submit" variant="primary" busy={busy} disabled={chosen.length === 0}>
          Connect {chosen.length > 0 && plural(chosen.length, 'account')}
        </Button>
        <Button asChild>
          <Link to={paths.socialAccounts}>Cancel</Link>
        </Button>
      </div>
    </form>
  );
}

/** Where a network sends people back to, with a code or its refusal. */
export default function ChannelCallbackPage() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const begun = useRef(false);
  const [failure, setFailure] = useState<string>();
  const [choice, setChoice] = useState<Choice>();
  useEffect(() => {
    // The code is used once, whatever React renders twice.
    if (begun.current) return;
    begun.current = true;
    const [state, code] = [query.get('state'), query.get('code')];
    const isOurs = takeBegun(state);
    if (!state || !code) {
      // Messages in a forged address are not shown.
      const reason = isOurs ? cut(query.get('error_description') ?? '', MAX_REASON) : '';
      setFailure(reason || 'The network did not allow the connection.');
      return;
    }
    completeConnection(state, code, query.get('iss')).then(
      async ({ channels, choose }) => {
        if (choose) setChoice(choose);
        else await connected(channels, navigate);
      },
      (error: Error) => setFailure(error.message || 'The account could not be connected.'),
    );
  }, [query, navigate]);
  return (
    <>
      <title>Connecting an account</title>
      <h1 className="mb-4 font-semibold text-xl">Connecting an account</h1>
      {failure ? (
        <div className="flex flex-col items-start gap-4">
          <Alert>{failure}</Alert>
          <Button asChild>
            <Link to={paths.socialAccounts}>Back to Social Accounts</Link>
          </Button>
        </div>
      ) : choice ? (
        <Accounts choice={choice} onFailure={setFailure} />
      ) : (
        <p role="status">Connecting…</p>
      )}
    </>
  );
}
