import { ArrowLeftRight, Bot, SquareTerminal } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { Logo } from '#web/ui/Logo.tsx';

/** The card of a page that an app sends a person to: without navigation, and nothing of the app. */
export function AppFrame({
  title,
  isTerminal = false,
  isNext = false,
  children,
  note,
}: {
  title: ReactNode;
  isTerminal?: boolean;
  /** Whether it takes the place of another one: it is announced, and the keyboard goes on here. */
  isNext?: boolean;
  children: ReactNode;
  note?: string;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isNext) heading.current?.focus();
  }, [isNext]);
  const Mark = isTerminal ? SquareTerminal : Bot;
  return (
    <div className="mx-auto flex min-h-dvh w-full flex-col gap-4 max-md:bg-surface md:max-w-[480px] md:py-6">
      <main className="flex grow flex-col gap-5 bg-surface p-4 md:grow-0 md:rounded-base md:border md:border-line md:p-6">
        <div aria-hidden className="flex items-center justify-center gap-3 max-md:pt-4">
          <span className="grid size-11 place-items-center rounded-base border border-line bg-sunken text-muted">
            <Mark size={20} />
          </span>
          <ArrowLeftRight size={16} className="text-muted" />
          <Logo large />
        </div>
        <h1
          ref={heading}
          tabIndex={-1}
          className="text-balance break-words text-center font-semibold text-xl"
        >
          {title}
        </h1>
        {children}
      </main>
      {note && <p className="px-4 text-center text-muted text-xs max-md:hidden">{note}</p>}
    </div>
  );
}

/** What fills the card where it does not go on. */
export const AppMessage = ({
  children,
  role,
}: {
  children: ReactNode;
  role?: 'alert' | 'status';
}) => (
  <p role={role} className="break-words text-center">
    {children}
  </p>
);

export const LoadingRequest = () => (
  <AppFrame title="Connect an app">
    <div role="status" aria-label="Loading the request">
      <Skeleton className="h-80" />
    </div>
  </AppFrame>
);
