import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { paths } from '#contract/paths.ts';
import { keys, queryClient } from '#web/api/query.ts';
import { completeConnection } from '#web/features/publishing/channel-queries.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { toast } from '#web/ui/Toaster.tsx';

/** Where a network sends people back to, with a code or its refusal. */
export default function ChannelCallbackPage() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const begun = useRef(false);
  const [failure, setFailure] = useState<string>();
  useEffect(() => {
    // The code is used once, whatever React renders twice.
    if (begun.current) return;
    begun.current = true;
    const [state, code] = [query.get('state'), query.get('code')];
    if (!state || !code) {
      setFailure(query.get('error_description') || 'The network did not allow the connection.');
      return;
    }
    completeConnection(state, code, query.get('iss')).then(
      async ({ id, handle }) => {
        await queryClient.invalidateQueries({ queryKey: keys.channels });
        toast({ title: 'Success', description: `${handle} is connected` });
        await navigate(paths.connectedAccount(id), { replace: true });
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
      ) : (
        <p role="status">Connecting…</p>
      )}
    </>
  );
}
