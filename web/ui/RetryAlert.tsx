import { Alert } from './Alert.tsx';
import { Button } from './Button.tsx';

/** Says what could not be fetched, and offers to try again. */
export const RetryAlert = ({ message, onRetry }: { message: string; onRetry: () => void }) => (
  <Alert>
    <p>{message}</p>
    <Button className="mt-2" onClick={onRetry}>
      Try again
    </Button>
  </Alert>
);
