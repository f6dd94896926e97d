import type { ReactNode } from 'react';
import { PageHead } from '#web/ui/PageHead.tsx';

type Props = { title: string; lead?: string; path: string; description: string; children: ReactNode };

/** A page of text for everybody. */
export function Article({ title, lead, path, description, children }: Props) {
  return (
    <article className="mx-auto max-w-3xl px-4 py-14">
      <PageHead title={title} description={description} path={path} />
      <h1 className="font-semibold text-3xl tracking-tight">{title}</h1>
      {lead && <p className="mt-3 text-lg text-muted">{lead}</p>}
      <div className="mt-8 flex flex-col gap-8 text-base leading-[1.6]">{children}</div>
    </article>
  );
}

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-2">
      <h2 className="font-semibold text-lg">{title}</h2>
      {children}
    </section>
  );
}

export const List = ({ items }: { items: ReactNode[] }) => (
  <ul className="list-disc space-y-1 pl-5 marker:text-muted">
    {items.map((item, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the list is constant
      <li key={index}>{item}</li>
    ))}
  </ul>
);

/** Behind what is not there yet. */
export const Planned = () => (
  <span className="ml-1 rounded-full border border-line px-1.5 py-0.5 align-middle text-muted text-xs">planned</span>
);
