import { ArrowLeftRight, GitCompareArrows } from 'lucide-react';
import { useEffect } from 'react';
import { Link } from 'react-router';
import type { ComparedBy } from '#contract/analytics/compare.ts';
import {
  type Typical,
  useOverview,
  useTypical,
} from '#web/features/analytics/figures/analytics-queries.ts';
import { ViewState } from '#web/features/analytics/figures/ViewState.tsx';
import { useVisits, whyNoVisits } from '#web/features/analytics/figures/visits.ts';
import type { Address } from '#web/features/analytics/filters/analytics-address.ts';
import { dayRange } from '#web/features/analytics/filters/ranges.ts';
import { SelectDetail } from '#web/features/analytics/filters/SelectDetail.tsx';
import { plural } from '#web/lib/text.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { Segments } from '#web/ui/fields/Segments.tsx';
import { type Option, Select } from '#web/ui/fields/Select.tsx';
import { CompareTable } from './CompareTable.tsx';
import type { Both, SideFigures } from './compare-words.ts';
import { comparedBy, sidesOf } from './compared.ts';
import { type ComparisonSide, useComparisonSides, WANTED } from './comparison-sides.ts';
import { DotsCard } from './DotsCard.tsx';
import { LinesCard } from './LinesCard.tsx';
import { RangeSide } from './RangeSide.tsx';
import { SideLegend, type SideName } from './SideLegend.tsx';

/** Two channels, folders, tags or ranges beside each other. All of the choice is in the address. */
export function CompareView({ address }: { address: Address }) {
  const { by, options, sides } = useComparisonSides(address);
  return (
    <div className="flex flex-col gap-4">
      {sides ? (
        <Sides address={address} by={by} options={options} sides={sides} />
      ) : (
        <>
          <Kinds address={address} />
          {sides === null ? <Wanted by={by} /> : <ViewState query={{ isError: false, refetch }} />}
        </>
      )}
    </div>
  );
}

const refetch = () => Promise.resolve();

const KIND_NAMES: Record<ComparedBy, string> = {
  channel: 'Channels',
  folder: 'Folders',
  tag: 'Tags',
  range: 'Ranges',
};

const Kinds = ({ address }: { address: Address }) => (
  <div className="max-md:grid max-md:[&_button]:h-10 max-md:[&_button]:grow max-md:[&_button]:justify-center">
    <Segments
      label="Compare"
      value={comparedBy(address)}
      options={Object.entries(KIND_NAMES).map(([value, label]) => ({
        value: value as ComparedBy,
        label,
      }))}
      onChange={(compare) => address.set({ compare, a: undefined, b: undefined })}
    />
  </div>
);

const Wanted = ({ by }: { by: ComparedBy }) => (
  <EmptyState icon={GitCompareArrows} title={WANTED[by].title}>
    {WANTED[by].to && (
      <Link to={WANTED[by].to} className="text-accent underline">
        {WANTED[by].label}
      </Link>
    )}
  </EmptyState>
);

/** The figures of a side. */
function useFigures({ name, address }: ComparisonSide) {
  const overview = useOverview(address);
  const typical = useTypical(address);
  const visits = useVisits(address).data;
  const hasVisits = visits && whyNoVisits(visits, address.filters) === undefined;
  const figures: SideFigures | undefined =
    overview.data && typical.data
      ? {
          name,
          overview: overview.data,
          typical: typical.data,
          visits: hasVisits ? visits.totals.visits : undefined,
        }
      : undefined;
  return {
    figures,
    typical: typical.data,
    isError: overview.isError || typical.isError,
    isOld: overview.isPlaceholderData || typical.isPlaceholderData,
    refetch: () => Promise.all([overview.refetch(), typical.refetch()]),
  };
}

type Props = {
  address: Address;
  by: ComparedBy;
  options: Option[];
  sides: readonly [ComparisonSide, ComparisonSide];
};

function Sides({ address, by, options, sides: [a, b] }: Props) {
  const [first, second] = [useFigures(a), useFigures(b)];
  // What was not chosen is in the address, too: it can be exported, and sent to others.
  const chosen = { compare: by, a: a.value, b: b.value };
  const isChosen = JSON.stringify(chosen) === JSON.stringify(sidesOf(address));
  useEffect(() => {
    if (!isChosen) address.set(chosen);
  });
  const both: Both | undefined =
    first.figures && second.figures ? [first.figures, second.figures] : undefined;
  const isOld = first.isOld || second.isOld;
  const choiceOf = (
    name: SideName,
    side: ComparisonSide,
    other: ComparisonSide,
    typical: Typical | undefined,
  ) => {
    const detail = typical && detailOf(typical, by === 'range' ? side : undefined);
    return by === 'range' ? (
      <RangeSide
        name={name}
        side={side}
        detail={detail}
        onChange={(value) => address.set({ [name]: value })}
      />
    ) : (
      <Select
        aria-label={name.toUpperCase()}
        value={side.value}
        options={options
          .filter(({ value }) => value !== other.value)
          .map((option) =>
            option.value === side.value
              ? { ...option, mark: <SideLegend key={name} side={name} className="mr-1" /> }
              : option,
          )}
        detail={<SelectDetail>{detail ?? '\u00a0'}</SelectDetail>}
        onChange={(value) => address.set({ [name]: value })}
        className="h-13 font-medium"
      />
    );
  };
  return (
    <>
      <div className="grid items-center gap-x-6 gap-y-3 lg:grid-cols-[auto_minmax(0,1fr)]">
        <Kinds address={address} />
        <div className="grid items-center gap-2 md:grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)]">
          {choiceOf('a', a, b, first.typical)}
          <Button
            variant="ghost"
            size="bar"
            aria-label="Exchange A and B"
            className="max-md:hidden"
            onClick={() => address.set({ a: b.value, b: a.value })}
          >
            <ArrowLeftRight size={16} aria-hidden />
          </Button>
          {choiceOf('b', b, a, second.typical)}
        </div>
      </div>
      {both ? (
        <div aria-busy={isOld} className="flex flex-col gap-4 aria-busy:opacity-60">
          <div className="grid items-stretch gap-4 xl:grid-cols-[minmax(0,1fr)_416px]">
            <LinesCard both={both} isLaidOver={by === 'range'} />
            <DotsCard both={both} />
          </div>
          <CompareTable both={both} head={by === 'range' ? 'By range' : dayRange(address.range)} />
        </div>
      ) : (
        <ViewState
          query={{
            isError: first.isError || second.isError,
            refetch: () => Promise.all([first.refetch(), second.refetch()]),
          }}
        />
      )}
    </>
  );
}

const detailOf = ({ posts, channels }: Typical, ranged: ComparisonSide | undefined) => {
  const days = ranged && `${dayRange(ranged.address.range)}: `;
  return `${days ?? ''}${plural(posts, 'post')} on ${plural(channels, 'channel')}`;
};
