import { Check, LoaderCircle } from 'lucide-react';
import { NETWORK_NAMES, type Network } from '#contract/networks/names.ts';
import { NetworkMark } from '#web/features/networks/NetworkMark.tsx';
import { classes } from '#web/lib/classes.ts';
import { stateText, type Version } from './versions.ts';

type Props = { versions: readonly Version[]; onJump: (network: Network) => void };

const looks: Partial<Record<Version['state'], string>> = {
  taken: 'text-accent',
  over: 'text-danger',
  failed: 'text-danger',
  ready: 'text-text',
};

/** The state of each version; a press jumps to it. */
export const StateChips = ({ versions, onJump }: Props) => (
  <ul aria-label="Networks" className="flex flex-wrap gap-1.5 px-4 py-2.5 max-md:hidden">
    {versions.map((version) => (
      <li key={version.network}>
        <button
          type="button"
          onClick={() => onJump(version.network)}
          className={classes(
            'inline-flex h-7 items-center gap-1.5 rounded-full border border-line bg-surface pr-2.5 pl-1.5 font-medium text-xs hover:bg-hover',
            looks[version.state] ?? 'text-muted',
          )}
        >
          <NetworkMark network={version.network} />
          <span className="sr-only">{NETWORK_NAMES[version.network]}</span>
          {version.state === 'taken' && <Check size={12} aria-hidden />}
          {version.state === 'writing' && (
            <LoaderCircle
              size={12}
              aria-hidden
              className="animate-spin motion-reduce:animate-none"
            />
          )}
          {stateText(version)}
        </button>
      </li>
    ))}
  </ul>
);
