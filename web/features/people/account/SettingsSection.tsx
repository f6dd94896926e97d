import { type ReactNode, useEffect, useId, useRef } from 'react';
import { useLocation } from 'react-router';

type Props = {
  title: string;
  hint?: string;
  /** The id for links to this section. */
  anchor?: string;
  children: ReactNode;
};

/** A section of the settings, with its heading beside it where there is room. */
export function SettingsSection({ title, hint, anchor, children }: Props) {
  const id = useId();
  const section = useRef<HTMLElement>(null);
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again when the same link is followed again
  useEffect(() => {
    if (anchor && hash === `#${anchor}`) section.current?.scrollIntoView();
  }, [anchor, hash, key]);
  return (
    <section
      ref={section}
      id={anchor}
      aria-labelledby={id}
      className="scroll-mt-14 grid gap-x-8 gap-y-4 border-line border-t py-8 xl:grid-cols-[14rem_1fr]"
    >
      <div>
        <h2 id={id} className="font-semibold">
          {title}
        </h2>
        {hint && <p className="mt-1 text-muted">{hint}</p>}
      </div>
      <div className="min-w-0 max-w-xl">{children}</div>
    </section>
  );
}
