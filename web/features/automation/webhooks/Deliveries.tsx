import { CircleCheck, CircleX, Clock, type LucideIcon, Send } from 'lucide-react';
import { Link, type LinkProps, useSearchParams } from 'react-router';
import {
  DELIVERY_DAYS,
  type Delivery,
  type DeliveryState,
  MAX_TRIES,
  type Webhook,
} from '#contract/automation/webhooks.ts';
import { useZone } from '#web/api/workspace.ts';
import { classes } from '#web/lib/classes.ts';
import { useChosenRow } from '#web/lib/keyboard/use-chosen-row.ts';
import { zonedTime } from '#web/lib/time/time.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { RetryAlert } from '#web/ui/feedback/RetryAlert.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { Segments } from '#web/ui/fields/Segments.tsx';
import { Sheet } from '#web/ui/overlays/Sheet.tsx';
import { DeliveryDetail } from './DeliveryDetail.tsx';
import { useDeliveries, useDelivery } from './webhook-queries.ts';

/** What was sent to an endpoint, beside the delivery that is chosen. */
export function Deliveries({ webhook }: { webhook: Webhook }) {
  const [query, setQuery] = useSearchParams();
  const given = query.get('state');
  const state = given === 'failed' || given === 'waiting' ? given : undefined;
  const deliveries = useDeliveries(webhook.id, state);
  const rows = deliveries.data?.pages.flatMap(({ results }) => results) ?? [];
  const first = deliveries.data?.pages[0];
  const { isBeside, list, named, chosen, link, close, withParameter } = useChosenRow(
    'delivery',
    rows,
  );
  const delivery = useDelivery(chosen);
  function show(next: DeliveryState | 'all') {
    const address = withParameter('state', next === 'all' ? undefined : next);
    address.delete('delivery');
    setQuery(address, { replace: true, preventScrollReset: true });
  }
  const detail =
    delivery.data && delivery.data.id === chosen ? (
      <DeliveryDetail delivery={delivery.data} webhook={webhook} />
    ) : delivery.isError ? (
      <p className="p-4 text-muted">This delivery is no longer kept.</p>
    ) : chosen ? (
      <Skeleton className="m-4 h-64" />
    ) : null;
  if (deliveries.isError && !deliveries.data)
    return <RetryAlert message="That didn’t load." onRetry={() => void deliveries.refetch()} />;
  if (!first)
    return (
      <div role="status" aria-label="Loading deliveries">
        <Skeleton className="h-64" />
      </div>
    );
  return (
    <div className="grid rounded-base border border-line bg-surface lg:grid-cols-[348px_minmax(0,1fr)]">
      <div ref={list} className="flex min-w-0 flex-col border-line lg:border-r">
        <div className="border-line border-b p-2.5">
          <Segments
            label="Deliveries"
            value={state ?? 'all'}
            options={[
              { value: 'all', label: 'All' },
              { value: 'failed', label: first.failed ? `Failed ${first.failed}` : 'Failed' },
              { value: 'waiting', label: first.waiting ? `Waiting ${first.waiting}` : 'Waiting' },
            ]}
            onChange={show}
          />
        </div>
        {rows.length === 0 ? (
          <div className="p-4">
            <EmptyState
              icon={Send}
              title={
                state
                  ? `Nothing ${state === 'failed' ? 'has failed' : 'is waiting'}`
                  : 'Nothing sent yet'
              }
              {...(!state && { hint: 'Send an example to see what arrives.' })}
            />
          </div>
        ) : (
          <ul aria-label="Deliveries">
            {rows.map((row) => (
              <Row
                key={row.id}
                delivery={row}
                to={`?${withParameter('delivery', row.id)}`}
                link={link}
                isChosen={row.id === chosen}
              />
            ))}
          </ul>
        )}
        {deliveries.hasNextPage && (
          <div className="p-3 text-center">
            <Button
              variant="ghost"
              busy={deliveries.isFetchingNextPage}
              onClick={() => void deliveries.fetchNextPage()}
            >
              Older deliveries
            </Button>
          </div>
        )}
        <p className="mt-auto border-line-soft border-t p-3 text-muted text-xs">
          {DELIVERY_DAYS} days are kept
        </p>
      </div>
      {isBeside ? (
        <section aria-label="Delivery" className="min-w-0">
          {detail}
        </section>
      ) : (
        <Sheet open={named !== undefined} onClose={close} title="Delivery">
          {detail}
        </Sheet>
      )}
    </div>
  );
}

const ICONS: Record<DeliveryState, { icon: LucideIcon; tone: string }> = {
  accepted: { icon: CircleCheck, tone: 'text-accent' },
  failed: { icon: CircleX, tone: 'text-danger' },
  waiting: { icon: Clock, tone: 'text-muted' },
};

/** What became of a delivery, in a few words. */
function outcomeOf({ state, attempts, status }: Delivery): string {
  if (state === 'accepted') return attempts > 1 ? `${status}, attempt ${attempts}` : String(status);
  if (attempts === 0) return 'on its way';
  return `${attempts} of ${Math.max(attempts, MAX_TRIES)} attempts`;
}

type RowProps = {
  delivery: Delivery;
  to: string;
  link: Pick<LinkProps, 'replace' | 'state'>;
  isChosen: boolean;
};

function Row({ delivery, to, link, isChosen }: RowProps) {
  const zone = useZone();
  const { icon: Icon, tone } = ICONS[delivery.state];
  const isBad =
    delivery.state === 'failed' || (delivery.state === 'waiting' && delivery.attempts > 0);
  return (
    <li
      className={classes(
        'relative flex min-h-14 items-start gap-3 border-line-soft border-b px-3 py-2.5',
        isChosen ? 'bg-accent-soft shadow-[inset_2px_0_0_var(--accent-solid)]' : 'hover:bg-row',
      )}
    >
      <Icon size={16} aria-label={delivery.state} className={classes('mt-0.5 shrink-0', tone)} />
      <span className="min-w-0 grow">
        <Link
          to={to}
          {...link}
          preventScrollReset
          data-row={delivery.id}
          aria-current={isChosen || undefined}
          className="block min-h-6 truncate font-mono text-[13px] leading-6 after:absolute after:inset-0"
        >
          {delivery.type}
        </Link>
        <span dir="auto" className="block truncate text-muted text-xs">
          {delivery.title}
        </span>
      </span>
      <span className="shrink-0 text-right text-muted text-xs">
        <span className="block">{zonedTime(delivery.occurred_at, zone)}</span>
        <span className={isBad ? 'text-danger' : undefined}>{outcomeOf(delivery)}</span>
      </span>
    </li>
  );
}
