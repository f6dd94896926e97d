import { Button } from '../Button.tsx';
import { Alert } from './Alert.tsx';

/** An error message of a failed request, with a button to retry. */
export const RetryAlert = ({ message, onRetry }: { message: string; onRetry: () => void }) => (
  <Alert>
    <p>{message}</p>
    <Button className="mt-2" onClick={onRetry}>
      Try again
    </Button>
  </Alert>
);
