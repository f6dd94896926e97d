import { type ReactNode, useId } from 'react';

/** One subject of the settings, with its heading beside it where there is room. */
export function SettingsSection({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-x-8 gap-y-4 border-line border-t py-8 lg:grid-cols-[16rem_1fr]">
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
