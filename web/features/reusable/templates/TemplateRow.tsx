import { FileText, MessagesSquare } from 'lucide-react';
import type { TemplateSummary } from '#contract/content/templates.ts';
import { FolderLabel } from '#web/features/content/folders/FolderLabel.tsx';
import { NetworkMark } from '#web/features/networks/NetworkMark.tsx';
import { classes } from '#web/lib/classes.ts';
import { plural } from '#web/lib/text.ts';
import { relativeTime } from '#web/lib/time/time.ts';
import { TokenText } from './TokenText.tsx';

type Props = {
  template: TemplateSummary;
  isChosen: boolean;
  onChoose: () => void;
};

/** A row of the list of templates. */
export function TemplateRow({ template, isChosen, onChoose }: Props) {
  const { id, name, parts, excerpt, networks, folder, uses, last_used_at: used } = template;
  const Icon = parts > 1 ? MessagesSquare : FileText;
  const pattern = {
    language: null,
    variables: template.variables.map((variable) => ({
      ...{ name: variable, label: variable, kind: 'text' as const },
      ...{ choices: [], default: null, is_required: true },
    })),
  };
  return (
    <li>
      <button
        type="button"
        data-template={id}
        tabIndex={isChosen ? 0 : -1}
        aria-current={isChosen || undefined}
        onClick={onChoose}
        className={classes(
          'flex min-h-15 w-full items-center gap-3 border-line-soft border-b border-l-2 px-4 text-left',
          isChosen
            ? 'border-l-[var(--accent-solid)] bg-accent-soft'
            : 'border-l-transparent hover:bg-hover',
        )}
      >
        <Icon size={16} aria-hidden className="shrink-0 text-muted" />
        <span className="min-w-0 grow py-2">
          <span className="flex items-baseline gap-2">
            <span dir="auto" className="truncate font-medium">
              {name}
            </span>
            {parts > 1 && <span className="shrink-0 text-muted text-xs">{parts} parts</span>}
          </span>
          <span dir="auto" className="block truncate text-[13px] text-muted">
            <TokenText text={excerpt} template={pattern} />
          </span>
        </span>
        <span className="flex shrink-0 gap-1 max-md:hidden">
          {networks.map((network) => (
            <NetworkMark key={network} network={network} />
          ))}
        </span>
        <span className="w-36 shrink-0 truncate text-[13px] text-muted max-lg:hidden">
          {folder !== null && <FolderLabel folder={folder} short />}
        </span>
        <span className="w-12 shrink-0 text-right tabular-nums" title={plural(uses, 'use')}>
          {uses}×
        </span>
        <span className="w-20 shrink-0 text-right text-muted text-xs max-md:hidden">
          {used && relativeTime(used)}
        </span>
      </button>
    </li>
  );
}
