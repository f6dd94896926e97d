import { FileQuestion } from 'lucide-react';
import { Link } from 'react-router';
import { isMissing } from '#web/api/client.ts';
import { paths } from '#web/lib/paths.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';

/** In place of an item that is not there, or that could not be fetched. */
export function ItemNotFound({ error, onRetry }: { error?: Error | null; onRetry?: () => void }) {
  if (error && !isMissing(error)) {
    return (
      <Alert>
        <p>{error.message || 'Failed to fetch item'}</p>
        <Button className="mt-2" onClick={onRetry}>
          Try again
        </Button>
      </Alert>
    );
  }
  return (
    <EmptyState
      icon={FileQuestion}
      title="Content Not Found"
      hint="It may have been deleted, or the address is mistyped."
    >
      <title>Content Not Found</title>
      <Button asChild>
        <Link to={paths.content}>Back to Content</Link>
      </Button>
    </EmptyState>
  );
}
