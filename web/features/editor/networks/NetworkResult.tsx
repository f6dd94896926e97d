import { Check, CircleAlert, CircleX } from 'lucide-react';
import { NETWORK_NAMES, type Network } from '#contract/networks/names.ts';
import { classes } from '#web/lib/classes.ts';
import { Button } from '#web/ui/Button.tsx';
import type { Findings } from './use-findings.ts';

/** The others are in the publish dialog. */
const MAX_SHOWN = 4;

type Props = {
  network: Network;
  findings: Findings | undefined;
  /** The number of parts as they are written. */
  parts: number;
  /** Gives every part a text for this network; undefined where they have one. */
  onCustomise: (() => void) | undefined;
};

/** Whether the text fits the network, and what it would refuse or change. */
export function NetworkResult({ network, findings, parts, onCustomise }: Props) {
  const name = NETWORK_NAMES[network];
  const list = findings?.list ?? [];
  const fits = findings && list.every(({ level }) => level !== 'error');
  return (
    <div className="flex flex-col gap-1 text-[13px]">
      <div className="flex min-h-7 items-center gap-2">
        {fits && (
          <>
            <Check size={16} aria-hidden className="shrink-0 text-accent" />
            <span className="text-muted">{fitting(name, findings, parts)}</span>
          </>
        )}
        {onCustomise && (
          <Button variant="link" className="-mr-2 ml-auto h-7 px-2" onClick={onCustomise}>
            <span>
              Customise<span className="sr-only"> for {name}</span>
            </span>
          </Button>
        )}
      </div>
      <ul className="flex flex-col gap-1 empty:hidden">
        {list.slice(0, MAX_SHOWN).map(({ level, text, part }) => {
          const Icon = level === 'error' ? CircleX : CircleAlert;
          return (
            <li key={`${part} ${text}`} className="flex items-start gap-2">
              <Icon
                size={16}
                aria-hidden
                className={classes(
                  'mt-0.5 shrink-0',
                  level === 'error' ? 'text-danger' : 'text-warning',
                )}
              />
              <span>
                <span className="sr-only">{level === 'error' ? 'Error: ' : 'Warning: '}</span>
                {text}.
              </span>
            </li>
          );
        })}
        {list.length > MAX_SHOWN && (
          <li className="pl-6 text-muted">and {list.length - MAX_SHOWN} more</li>
        )}
      </ul>
    </div>
  );
}

function fitting(name: string, { longest, limit, posts }: Findings, parts: number) {
  const used = `${longest.toLocaleString('en')} of ${limit.toLocaleString('en')}`;
  if (parts === 1) return `Fits ${name}: ${used}`;
  return posts === 1
    ? `Joined into one post on ${name}: ${used}`
    : `All ${parts} items fit ${name}`;
}
