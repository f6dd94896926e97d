import { useState } from 'react';
import type { Access } from '#contract/people/access.ts';
import { endAccessAfterReset } from '#contract/people/recovery.ts';
import { call } from '#web/api/client.ts';
import { Button } from '#web/ui/Button.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { AccessList } from './AccessList.tsx';

type Props = { access: readonly Access[]; token: string; onEnded: () => void };

/** What goes on after a reset of the password, to be ended without a session. */
export function LeftAccess({ access, token, onEnded }: Props) {
  const [failure, setFailure] = useState<string>();
  const [isEnding, setIsEnding] = useState(false);

  async function end() {
    setIsEnding(true);
    try {
      await call(endAccessAfterReset, { body: { token } });
      onEnded();
    } catch (error) {
      setFailure((error as Error).message || 'Failed to end what acts for you');
    } finally {
      setIsEnding(false);
    }
  }

  return (
    <section className="flex flex-col gap-3">
      <h2 className="font-medium">This still acts for you</h2>
      <p className="text-muted">
        It works without your password. If someone else had your account, they may have made it, or
        know its secrets: end it.
      </p>
      {failure && <Alert>{failure}</Alert>}
      <AccessList access={access} />
      <Button variant="danger" size="large" disabled={isEnding} onClick={end}>
        {isEnding ? 'Ending...' : 'End all'}
      </Button>
    </section>
  );
}
