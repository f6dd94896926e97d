import { CircleX } from 'lucide-react';
import { useZone } from '#web/api/workspace.ts';
import { Button } from '#web/ui/Button.tsx';
import { failureText, type Remedy, type RunFailure } from './failures.ts';
import { OwnerRemedy } from './OwnerRemedy.tsx';

/** Why there is no answer, and what helps. */
export function Failed({ failure, onAgain }: { failure: RunFailure; onAgain?: () => void }) {
  const zone = useZone();
  const { title, says, remedies } = failureText(failure, zone);
  return (
    <div role="alert" className="flex gap-2.5 rounded-base border border-line p-3">
      <CircleX size={16} aria-hidden className="mt-0.5 shrink-0 text-danger" />
      <div className="flex min-w-0 flex-col items-start gap-1">
        <p className="font-medium">{title}</p>
        <p className="text-muted text-xs">{says}</p>
        <div className="mt-1 flex flex-wrap gap-1.5 empty:hidden">
          {onAgain && canAskAgain(remedies) && (
            <Button size="small" onClick={onAgain}>
              Try again
            </Button>
          )}
          <OwnerRemedy kind={failure.kind} />
        </div>
      </div>
    </div>
  );
}

/** Not where it would fail the same way until an owner has mended it. */
const canAskAgain = (remedies: readonly Remedy[]) =>
  remedies.includes('again') || !remedies.includes('owner');
