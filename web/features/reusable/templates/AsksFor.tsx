import type { Template } from '#contract/content/templates.ts';
import { KINDS } from './variable-kinds.ts';

/** What a template asks for. */
export const AsksFor = ({ variables }: Pick<Template, 'variables'>) =>
  variables.length > 0 && (
    <section aria-label="Asks for" className="flex flex-col gap-2">
      <h3 className="font-medium text-[13px]">Asks for</h3>
      <ul className="divide-y divide-line-soft rounded-base border border-line bg-surface">
        {variables.map(({ name, label, kind }) => {
          const { icon: Icon, label: what } = KINDS[kind];
          return (
            <li key={name} className="flex h-8 items-center gap-2 px-3 text-[13px]">
              <Icon size={14} aria-label={what} className="shrink-0 text-muted" />
              <span dir="auto" className="min-w-0 grow truncate">
                {label}
              </span>
              <code className="text-muted text-xs">{name}</code>
            </li>
          );
        })}
      </ul>
    </section>
  );
