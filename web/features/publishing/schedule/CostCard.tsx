import { priceOfAfterward } from '#contract/networks/afterward-rules.ts';
import { NETWORK_NAMES } from '#contract/networks/names.ts';
import { sentAfterwards } from '#web/features/publishing/afterwards/afterwards-form.ts';
import { dollars } from './publish-words.ts';
import type { Choices } from './use-choices.ts';

/**
 * What a network charges for the chosen channels, and for what is done afterwards, beside what it has
 * charged this month.
 */
export function CostCard({ choices: { going, checkedOf, afterwards } }: { choices: Choices }) {
  const later = sentAfterwards(afterwards, going);
  const priced = going.flatMap(({ id, network }) => {
    const { price = null, spent = 0, parts = 1 } = checkedOf(id) ?? {};
    if (price === null) return [];
    const own = later[id] ?? [];
    const after = own.reduce((sum, given) => sum + priceOfAfterward(network, given, parts), 0);
    return [{ network, price: price + after, spent }];
  });
  const [first] = priced;
  if (!first) return null;
  const price = priced.reduce((sum, charge) => sum + charge.price, 0);
  const { spent } = first;
  return (
    <section
      aria-label="Cost"
      className="mt-4 flex flex-col gap-2.5 rounded-base border border-line bg-surface p-3 tabular-nums"
    >
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="font-semibold">
          {NETWORK_NAMES[first.network]} charges {dollars(price)}
        </span>
        <span className="text-muted text-xs">{dollars(spent)} this month</span>
      </p>
      {/* The month so far, and what this adds. */}
      <div aria-hidden className="flex h-1 overflow-hidden rounded-full bg-sunken">
        <span className="bg-field" style={{ width: `${(100 * spent) / (spent + price || 1)}%` }} />
        <span className="grow bg-accent-solid" />
      </div>
      {spent > 0 && (
        <p className="text-muted text-xs">With this it will be {dollars(spent + price)}.</p>
      )}
    </section>
  );
}
