import { useState } from 'react';
import { type Metric, OFFERED } from '#contract/networks/metrics.ts';
import { ALL_NETWORKS, NETWORK_NAMES } from '#contract/networks/names.ts';
import { NetworkMark } from '#web/features/networks/NetworkMark.tsx';
import { useChannels } from '#web/features/publishing/channels/channel-queries.ts';
import { classes } from '#web/lib/classes.ts';
import { capitalise } from '#web/lib/text.ts';
import { Dialog } from '#web/ui/overlays/Dialog.tsx';
import { type Definition, NETWORK_DEFINITIONS, OWN_DEFINITIONS } from './definitions.ts';

const GROUPS = [
  { title: 'From the networks', list: NETWORK_DEFINITIONS },
  { title: 'Calculated here', list: OWN_DEFINITIONS },
];

/** What is counted, by whom, and when it is read. */
export function DefinitionsDialog({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('Views');
  const all = GROUPS.flatMap(({ list }) => list);
  const shown = all.find((definition) => definition.name === name) ?? (all[0] as Definition);
  return (
    <Dialog
      large
      open
      onClose={onClose}
      title="Definitions"
      description="What is counted, by whom, and when it was read"
    >
      <div className="flex min-h-0 grow max-md:flex-col max-md:overflow-y-auto">
        <nav
          aria-label="Definitions"
          className="shrink-0 border-line bg-page p-2 md:w-54 md:overflow-y-auto md:border-r"
        >
          {GROUPS.map(({ title, list }) => (
            <section key={title}>
              <h3 className="px-3 pt-2 pb-1 text-muted text-xs">{title}</h3>
              <ul className="max-md:flex max-md:flex-wrap">
                {list.map((definition) => (
                  <li key={definition.name}>
                    <button
                      type="button"
                      aria-current={definition === shown || undefined}
                      onClick={() => setName(definition.name)}
                      className={classes(
                        'h-8 w-full rounded-[6px] px-3 text-left text-[13px] max-md:h-11',
                        definition === shown
                          ? 'bg-accent-soft font-medium text-accent'
                          : 'hover:bg-hover',
                      )}
                    >
                      {definition.name}
                    </button>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </nav>
        <div className="min-w-0 grow p-6 md:overflow-y-auto">
          <h3 className="mb-1 font-semibold text-base">{shown.name}</h3>
          <p className="max-w-prose">{shown.text}</p>
          {shown.metric && <Counted metric={shown.metric} />}
          <p className="mt-4 max-w-prose text-[13px] text-muted">
            Read 1 h, 6 h, 1, 2, 3, 7, 14, 28, 60 and 90 days after publishing. Between two
            readings, a day’s figures are spread evenly.
          </p>
        </div>
      </div>
    </Dialog>
  );
}

/** What each network of the workspace counts. */
function Counted({ metric }: { metric: Metric }) {
  const channels = useChannels().data ?? [];
  const networks = ALL_NETWORKS.filter((network) =>
    channels.some((channel) => channel.network === network),
  );
  if (!networks.length) return null;
  return (
    <table className="mt-4 w-full rounded-base border border-line text-[13px]">
      <thead className="text-muted text-xs">
        <tr>
          <th scope="col" className="h-9 px-4 text-left font-medium">
            Network
          </th>
          <th scope="col" className="px-4 text-left font-medium">
            What it counts
          </th>
        </tr>
      </thead>
      <tbody>
        {networks.map((network) => (
          <tr key={network} className="border-line border-t">
            <th scope="row" className="px-4 py-2.5 text-left font-medium">
              <span className="flex items-center gap-2">
                <NetworkMark network={network} /> {NETWORK_NAMES[network]}
              </span>
            </th>
            <td className={classes('px-4', !OFFERED[network][metric] && 'text-muted')}>
              {OFFERED[network][metric]
                ? capitalise(OFFERED[network][metric])
                : `– ${NETWORK_NAMES[network]} doesn’t offer it.`}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
