import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from '#web/lib/classes.ts';
import { PageHead } from '#web/ui/PageHead.tsx';

type Props = {
  title: string;
  lead?: string;
  path: string;
  description: string;
  /** For layouts wider than a line of text. */
  wide?: boolean;
  children: ReactNode;
};

/** A public page of text. */
export function Article({ title, lead, path, description, wide, children }: Props) {
  return (
    <article className={classes('mx-auto px-4 py-14 sm:py-16', wide ? 'max-w-6xl' : 'max-w-2xl')}>
      <PageHead title={title} description={description} path={path} />
      <h1 className="text-balance font-semibold text-4xl tracking-tight">{title}</h1>
      {lead && <p className="mt-3 text-balance text-lg text-muted tracking-[-0.01em]">{lead}</p>}
      <div className="mt-10 flex flex-col gap-10 text-pretty text-base leading-[1.6]">
        {children}
      </div>
    </article>
  );
}

export function Section({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-3">
      <h2 className="font-semibold text-xl tracking-tight">{title}</h2>
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

type Feature = { icon: LucideIcon; title: string; text: string };

/** The features of the product, with icons. */
export const FeatureGrid = ({ features }: { features: Feature[] }) => (
  <div className="grid gap-3 sm:grid-cols-2 sm:gap-4 lg:grid-cols-3">
    {features.map(({ icon: Icon, title, text }) => (
      <div
        key={title}
        className="flex gap-4 rounded-base border border-line bg-surface p-4 sm:block sm:p-6"
      >
        <Icon size={20} aria-hidden className="mt-0.5 shrink-0 text-accent" />
        <div>
          <h3 className="font-semibold text-base sm:mt-3">{title}</h3>
          <p className="mt-1 text-pretty text-muted text-sm">{text}</p>
        </div>
      </div>
    ))}
  </div>
);

/** Marks what does not exist yet. */
export const Planned = () => (
  <span className="ml-2 whitespace-nowrap rounded-full border border-line px-1.5 py-0.5 align-middle font-normal text-muted text-xs tracking-normal">
    planned
  </span>
);
