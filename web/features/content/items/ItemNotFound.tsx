import { FileQuestion } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '#contract/paths.ts';
import { failureIn, isMissing } from '#web/api/client.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { RetryAlert } from '#web/ui/feedback/RetryAlert.tsx';

/** Shown in place of an item that does not exist or could not be loaded. */
export function ItemNotFound({ error, onRetry }: { error?: Error | null; onRetry: () => void }) {
  if (error && !isMissing(error)) {
    return (
      <RetryAlert message={failureIn('Failed to fetch item', error) ?? ''} onRetry={onRetry} />
    );
  }
  return (
    <EmptyState
      icon={FileQuestion}
      isPage
      title="Content Not Found"
      hint="It may have been deleted, or the link is mistyped."
    >
      <title>Content Not Found</title>
      <Button asChild>
        <Link to={paths.content}>Back to Content</Link>
      </Button>
    </EmptyState>
  );
}
