import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { Toast as Radix } from 'radix-ui';
import { create } from 'zustand';
import { classes } from '#web/lib/classes.ts';
import { Button } from './Button.tsx';

export type Toast = {
  title: string;
  description?: string | undefined;
  variant?: 'default' | 'destructive';
  /** The duration in milliseconds: 5000 by default. */
  duration?: number;
  action?: { label: string; run: () => void };
};

type Shown = Toast & { id: number; open: boolean };

const useToast = create<{ toast: Shown | null }>(() => ({ toast: null }));
let lastId = 0;

/** Shows a toast, which replaces the one before, and returns a function to dismiss it. */
export function toast(next: Toast): () => void {
  const id = ++lastId;
  useToast.setState({ toast: { ...next, id, open: true } });
  return () => close(id, false);
}

function close(id: number, open: boolean) {
  // A toast that disappears while hovered or focused would leave later ones paused: this resumes
  // them.
  if (!open) window.dispatchEvent(new Event('focus'));
  useToast.setState(({ toast: shown }) => ({
    toast: shown?.id === id ? { ...shown, open } : shown,
  }));
}

/**
 * The region of toasts. Swiping to the right dismisses, hovering or focusing pauses, F8 focuses it.
 */
export function Toaster() {
  const shown = useToast((state) => state.toast);
  const destructive = shown?.variant === 'destructive';
  const Icon = destructive ? CircleAlert : CircleCheck;
  return (
    <Radix.Provider duration={5000} swipeDirection="right" swipeThreshold={50}>
      {shown && (
        <Radix.Root
          key={shown.id}
          open={shown.open}
          onOpenChange={(open) => close(shown.id, open)}
          duration={shown.duration ?? 5000}
          type={destructive ? 'foreground' : 'background'}
          data-variant={shown.variant ?? 'default'}
          className={classes(
            'flex animate-toast items-start gap-3 rounded-base border bg-surface p-4 shadow-float',
            destructive ? 'border-danger' : 'border-line',
          )}
        >
          <Icon
            size={18}
            aria-hidden
            className={classes('mt-px shrink-0', destructive ? 'text-danger' : 'text-accent')}
          />
          <div className="grow">
            <Radix.Title className="font-medium">{shown.title}</Radix.Title>
            {shown.description && (
              <Radix.Description className="text-muted">{shown.description}</Radix.Description>
            )}
            {shown.action && (
              <Radix.Action asChild altText={shown.action.label}>
                <Button className="mt-2" onClick={shown.action.run}>
                  {shown.action.label}
                </Button>
              </Radix.Action>
            )}
          </div>
          <Radix.Close asChild>
            <Button variant="ghost" size="icon" aria-label="Dismiss" className="-m-1.5">
              <X size={16} aria-hidden />
            </Button>
          </Radix.Close>
        </Radix.Root>
      )}
      <Radix.Viewport
        hotkey={['F8']}
        label="Notifications ({hotkey})"
        // Above what a page keeps at its bottom, so that a toast never covers the save button.
        // Excluded from the inert area of dialogs, whose errors are announced here as well.
        aria-live="off"
        className="pointer-events-auto fixed right-4 bottom-20 left-4 z-[60] flex flex-col outline-none sm:left-auto sm:w-96"
      />
    </Radix.Provider>
  );
}
