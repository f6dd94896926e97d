import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import { withBase } from '#web/lib/base.ts';
import { copyText } from '#web/lib/clipboard.ts';
import { Button } from '../Button.tsx';

const COPIED_MS = 2000;

/** The error screen for the whole page (docs/domain/pages.md, 'Shell'). */
export function ErrorScreen({
  error,
  componentStack,
}: {
  error: unknown;
  componentStack?: string | null | undefined;
}) {
  const [copied, setCopied] = useState(false);
  const [time] = useState(() => new Date().toISOString());

  async function copy() {
    const stack = error instanceof Error ? error.stack : undefined;
    await copyText(
      [
        `Error: ${error instanceof Error ? error.message : String(error)}`,
        `Stack: ${stack ?? 'none'}`,
        `Component stack: ${componentStack ?? 'none'}`,
        `Timestamp: ${time}`,
        `User agent: ${navigator.userAgent}`,
      ].join('\n\n'),
    );
    setCopied(true);
    setTimeout(() => setCopied(false), COPIED_MS);
  }

  return (
    <main className="grid min-h-dvh place-items-center p-4">
      <title>Something went wrong</title>
      <div role="alert" className="flex max-w-md flex-col items-center gap-4 text-center">
        <CircleAlert size={32} aria-hidden className="text-danger" />
        <h1 className="font-semibold text-xl">Something went wrong</h1>
        <p className="text-muted">
          We encountered an unexpected error. Please try refreshing the page or go back to the home
          page.
        </p>
        <div className="flex flex-wrap justify-center gap-2">
          <Button variant="primary" onClick={() => window.location.reload()}>
            Refresh Page
          </Button>
          <Button onClick={() => window.location.assign(withBase('/'))}>Go Home</Button>
          <Button onClick={copy}>{copied ? 'Copied!' : 'Copy Error'}</Button>
        </div>
        <p className="text-muted text-xs">If this problem persists, please contact support.</p>
      </div>
    </main>
  );
}
