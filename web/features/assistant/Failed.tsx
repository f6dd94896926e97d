import { CircleX } from 'lucide-react';
import { paths } from '#contract/paths.ts';
import { useCan, useZone } from '#web/api/workspace.ts';
import { Button } from '#web/ui/Button.tsx';
import { TextLink } from '#web/ui/TextLink.tsx';
import { failureText, type RunFailure } from './failures.ts';

/** Why there is no answer, and what helps. */
export function Failed({ failure, onAgain }: { failure: RunFailure; onAgain?: () => void }) {
  const zone = useZone();
  const owns = useCan('own');
  const { title, says, remedies } = failureText(failure, zone);
  return (
    <div role="alert" className="flex gap-2.5 rounded-base border border-line p-3">
      <CircleX size={16} aria-hidden className="mt-0.5 shrink-0 text-danger" />
      <div className="flex min-w-0 flex-col items-start gap-1">
        <p className="font-medium">{title}</p>
        <p className="text-muted text-xs">{says}</p>
        {owns && remedies.includes('settings') && (
          <TextLink to={paths.assistantSettings}>Assistant settings</TextLink>
        )}
        {onAgain && !remedies.includes('settings') && (
          <Button size="small" className="mt-1" onClick={onAgain}>
            Try again
          </Button>
        )}
      </div>
    </div>
  );
}
