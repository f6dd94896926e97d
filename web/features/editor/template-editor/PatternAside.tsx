import { CircleX, Clock } from 'lucide-react';
import { useState } from 'react';
import { customisedNetworks } from '#contract/content/items.ts';
import type { Values, Variable } from '#contract/content/templates.ts';
import { isFixed, VARIABLE_NAME } from '#contract/content/variables.ts';
import { useShownNetworks } from '#web/features/editor/networks/use-shown-networks.ts';
import { useEditorState } from '#web/features/editor/store/editor-context.ts';
import { NetworkSwitch } from '#web/features/publishing/preview/NetworkSwitch.tsx';
import { useFixedFacts } from '#web/features/publishing/preview/use-fixed-facts.ts';
import { PatternPreview } from '#web/features/reusable/templates/PatternPreview.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Segments } from '#web/ui/fields/Segments.tsx';
import { templateOf, undeclared } from './pattern-fields.ts';

const VIEWS = [
  { value: 'examples', label: 'Examples' },
  { value: 'names', label: 'Names' },
] as const;

type Props = {
  variables: Variable[];
  lastValues: Values;
  onDeclare: (name: string) => void;
};

/** The template as a network shows it, by the last use or by the names of its variables. */
export function PatternAside({ variables, lastValues, onDeclare }: Props) {
  const [view, setView] = useState<'examples' | 'names'>('names');
  const fields = useEditorState((state) => state.fields);
  const { networks, network, accounts } = useShownNetworks();
  const facts = useFixedFacts({ network, channel: accounts.get(network)?.handle });
  const template = { ...templateOf(fields, variables), language: fields.language, variables };
  const left = undeclared(fields, variables);
  const hasFixed = fields.parts.some(({ content }) => /\{\{/.test(content) && isTimed(content));
  return (
    <div className="flex flex-col gap-3 p-4">
      <ul aria-label="Findings" className="flex flex-col gap-1 empty:hidden">
        {left.map((name) => (
          <li key={name} className="flex items-center gap-2 text-[13px]">
            <CircleX size={16} aria-hidden className="shrink-0 text-danger" />
            <span className="min-w-0 grow break-words">{`{{${name}}} is not declared`}</span>
            {VARIABLE_NAME.test(name) && (
              <Button variant="link" size="small" onClick={() => onDeclare(name)}>
                Declare it
              </Button>
            )}
          </li>
        ))}
      </ul>
      <NetworkSwitch
        network={network}
        networks={networks}
        customised={customisedNetworks(fields.parts)}
      />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="text-muted text-xs">
          {view === 'examples' && Object.keys(lastValues).length > 0 && 'As in the last use'}
        </span>
        <Segments label="Preview with" value={view} options={VIEWS} onChange={setView} />
      </div>
      <PatternPreview
        template={template}
        network={network}
        {...(view === 'examples' && { values: lastValues, facts })}
      />
      {hasFixed && (
        <p className="flex items-center gap-1.5 text-muted text-xs">
          <Clock size={14} aria-hidden /> Some of it is filled in for each channel when it goes out.
        </p>
      )}
    </div>
  );
}

const isTimed = (text: string) =>
  [...text.matchAll(/\{\{ ?(\w+)/g)].some(([, name = '']) => isFixed(name));
