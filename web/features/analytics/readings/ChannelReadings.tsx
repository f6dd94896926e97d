import { ChartNoAxesColumn, KeyRound } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { NETWORK_NAMES } from '#contract/networks/names.ts';
import type { Channel } from '#contract/publishing/channels.ts';
import { useCan } from '#web/api/workspace.ts';
import { classes } from '#web/lib/classes.ts';
import { Button } from '#web/ui/Button.tsx';
import { useBudget, usePermissions } from './budget-queries.ts';
import { stateOf } from './budget-words.ts';

const BudgetDialog = lazy(() =>
  import('./BudgetDialog.tsx').then(({ BudgetDialog }) => ({ default: BudgetDialog })),
);

type Props = {
  channel: Channel;
  /** All of the workspace. */
  channels: readonly Channel[];
  onReconnect: () => void;
};

/** What holds up the figures of a channel, or what they cost; nothing where they are simply read. */
export function ChannelReadings({ channel, channels, onReconnect }: Props) {
  const permissions = usePermissions().data;
  const budget = useBudget().data;
  if (channel.state !== 'connected') return null;
  if (permissions?.channels.includes(channel.id))
    return <Permission handle={channel.handle} onReconnect={onReconnect} />;
  if (budget?.network !== channel.network) return null;
  return (
    <Cost
      budget={budget}
      handles={channels
        .filter(({ network, state }) => network === channel.network && state === 'connected')
        .map(({ handle }) => handle)}
    />
  );
}

const LINE =
  'col-span-full flex flex-wrap items-center gap-x-2 gap-y-1 pl-12 text-xs max-lg:order-last';
const TEXT = 'flex grow basis-48 items-start gap-2';

function Permission({ handle, onReconnect }: { handle: string; onReconnect: () => void }) {
  const manages = useCan('manage');
  return (
    <div className={LINE}>
      <p className={TEXT}>
        <KeyRound size={14} aria-hidden className="mt-px shrink-0 text-warning" />
        <span>
          <span className="font-medium">Connect again to see figures.</span>{' '}
          <span className="text-muted">Publishing goes on.</span>
        </span>
      </p>
      {manages && (
        <Button size="small" aria-label={`Connect ${handle} again`} onClick={onReconnect}>
          Connect again
        </Button>
      )}
    </div>
  );
}

function Cost({
  budget,
  handles,
}: {
  budget: NonNullable<ReturnType<typeof useBudget>['data']>;
  handles: readonly string[];
}) {
  const owns = useCan('own');
  const [isOpen, setIsOpen] = useState(false);
  const name = NETWORK_NAMES[budget.network];
  const state = stateOf(budget);
  if (!owns && state === undefined) return null;
  return (
    <div className={LINE}>
      <p className={classes(TEXT, 'tabular-nums', !budget.stopped_until && 'text-muted')}>
        <ChartNoAxesColumn size={14} aria-hidden className="mt-px shrink-0 text-muted" />
        {state ? `${name} · ${state}` : `Figures aren’t read: ${name} charges for it.`}
      </p>
      {owns && (
        <Button size="small" onClick={() => setIsOpen(true)}>
          {state === undefined ? `Read figures from ${name}…` : 'Change limit…'}
        </Button>
      )}
      {isOpen && (
        <Suspense>
          <BudgetDialog budget={budget} handles={handles} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
