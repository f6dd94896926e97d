import { Columns3 } from 'lucide-react';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { METRICS } from '#contract/networks/metrics.ts';
import { OrderedChoice } from '#web/features/analytics/figures/OrderedChoice.tsx';
import { COLUMN_NAMES, type Column } from '#web/features/analytics/figures/post-words.ts';
import { useMedia } from '#web/lib/use-media.ts';
import { Button } from '#web/ui/Button.tsx';
import { Popover } from '#web/ui/overlays/Popover.tsx';

const ALL: readonly Column[] = ['engagements', ...METRICS, 'engagement_rate', 'usual'];
const USUAL: readonly Column[] = [
  ...(['engagements', 'views', 'reach', 'reactions', 'comments', 'shares'] as const),
  ...(['saves', 'link_clicks', 'engagement_rate', 'usual'] as const),
];
const FEW: readonly Column[] = ['engagements', 'views', 'engagement_rate', 'usual'];
const PHONE: readonly Column[] = ['engagements', 'views', 'usual'];

type Kept = { chosen: readonly Column[] | null; choose: (columns: Column[] | null) => void };

/** Which columns this person has chosen, in their order. */
const useKept = create<Kept>()(
  persist((set) => ({ chosen: null, choose: (chosen) => set({ chosen }) }), {
    name: 'analytics-columns',
  }),
);

/** The columns of the posts: those that were chosen, else as many as the window has room for. */
export function useColumns(): readonly Column[] {
  const kept = useKept((state) => state.chosen)?.filter((column) => ALL.includes(column));
  const chosen = kept?.length ? kept : undefined;
  const isWide = useMedia('(min-width: 1280px)');
  const isPhone = useMedia('(max-width: 767px)');
  if (isPhone) return chosen?.slice(0, PHONE.length) ?? PHONE;
  return chosen ?? (isWide ? USUAL : FEW);
}

/** Columns that are the same for everybody; on a phone those that fit. */
export const useFewColumns = () => (useMedia('(max-width: 767px)') ? PHONE : FEW);

/** The choice of the columns, and of their order. */
export function ColumnsButton() {
  const columns = useColumns();
  const { chosen, choose } = useKept();
  return (
    <Popover
      aria-label="Columns"
      align="end"
      sideOffset={6}
      className="z-60 max-h-[min(28rem,80dvh)] w-72 overflow-y-auto p-3"
      trigger={
        <Button variant="ghost" size="bar" className="max-md:hidden">
          <Columns3 size={14} aria-hidden /> Columns
        </Button>
      }
    >
      <OrderedChoice all={ALL} names={COLUMN_NAMES} chosen={columns} onChange={choose} />
      <Button
        variant="ghost"
        size="bar"
        className="mt-2"
        disabled={chosen === null}
        onClick={() => choose(null)}
      >
        As at first
      </Button>
    </Popover>
  );
}
