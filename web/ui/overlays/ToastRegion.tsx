import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { Toast as Radix } from 'radix-ui';
import { useState } from 'react';
import { classes } from '#web/lib/classes.ts';
import { Button } from '../Button.tsx';
import { layerOf } from './escape.ts';
import { leaveToast } from './focus.ts';
import { close, type Shown, useToast } from './toast.ts';

/**
 * The region of toasts. Swiping to the right dismisses, hovering or focusing pauses, F8 focuses it.
 */
export function ToastRegion() {
  const shown = useToast((state) => state.toast);
  return (
    <Radix.Provider duration={5000} swipeDirection="right" swipeThreshold={50}>
      {shown && <Toast key={shown.id} shown={shown} />}
      <Radix.Viewport
        hotkey={['F8']}
        label="Notifications ({hotkey})"
        // At the left of the page, and above what it keeps at its bottom: a toast covers no button.
        // Excluded from the inert area of dialogs, whose errors are announced here as well.
        data-toasts
        aria-live="off"
        className="toasts pointer-events-auto fixed right-4 bottom-4 left-4 z-[60] flex flex-col outline-none sm:right-auto sm:w-fit sm:min-w-80 sm:max-w-md md:left-[calc(var(--sidebar,0px)+16px)] [body:has([role=toolbar])_&]:bottom-20"
      />
    </Radix.Provider>
  );
}

function Toast({ shown }: { shown: Shown }) {
  const [below] = useState(() => [...document.querySelectorAll('[role=dialog]')]);
  const destructive = shown.variant === 'destructive';
  const Icon = destructive ? CircleAlert : CircleCheck;
  return (
    <Radix.Root
      open={shown.open}
      onOpenChange={(open) => close(shown.id, open)}
      style={{ pointerEvents: 'auto' }}
      onEscapeKeyDown={(event) => {
        const layer = layerOf(event);
        // For a moment after it opened, the library takes what is below for the highest.
        if (layer && !below.includes(layer)) event.preventDefault();
        else if (layer) event.stopPropagation();
      }}
      duration={shown.duration ?? 5000}
      type={destructive ? 'foreground' : 'background'}
      data-variant={shown.variant ?? 'default'}
      className={classes(
        'flex animate-toast items-center gap-2 rounded-base border bg-raised py-1.5 pr-1.5 pl-3 shadow-float',
        destructive ? 'border-danger' : 'border-line',
      )}
    >
      <Icon
        size={16}
        aria-hidden
        className={classes('shrink-0', destructive ? 'text-danger' : 'text-accent')}
      />
      <div className="min-w-0 grow py-1 leading-5">
        <Radix.Title className="inline font-medium">{shown.title}</Radix.Title>
        {shown.description && (
          <>
            {' '}
            <Radix.Description className="inline break-words text-muted">
              {shown.description}
            </Radix.Description>
          </>
        )}
      </div>
      {shown.action && (
        <Radix.Action asChild altText={shown.action.label}>
          <Button
            size="small"
            onClick={() => {
              shown.action?.run();
              leaveToast();
            }}
          >
            {shown.action.label}
          </Button>
        </Radix.Action>
      )}
      <Radix.Close asChild>
        <Button variant="ghost" size="smallIcon" aria-label="Dismiss" onClick={leaveToast}>
          <X size={16} aria-hidden />
        </Button>
      </Radix.Close>
    </Radix.Root>
  );
}
