import type { Address } from '#web/features/analytics/filters/analytics-address.ts';
import { Button } from '#web/ui/Button.tsx';
import { RetryAlert } from '#web/ui/feedback/RetryAlert.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';

type Query = { isError: boolean; refetch: () => Promise<unknown> };

/** What is there until the figures of a view are. */
export const ViewState = ({ query }: { query: Query }) =>
  query.isError ? (
    <RetryAlert message="The figures couldn’t be loaded." onRetry={() => void query.refetch()} />
  ) : (
    <div role="status" aria-label="Loading figures" className="appear-late flex flex-col gap-4">
      <Skeleton className="h-32" />
      <Skeleton className="h-80" />
    </div>
  );

/** A range, or filters, in which nothing was counted. */
export const NothingHere = ({ address, what }: { address: Address; what: string }) => (
  <div className="flex flex-col items-center gap-3 py-10 text-center">
    <p className="font-medium">No {what} in this range</p>
    <p className="flex flex-wrap justify-center gap-2">
      <Button
        size="bar"
        onClick={() => address.set({ range: undefined, from: undefined, to: undefined })}
      >
        Last 30 days
      </Button>
      {address.isFiltered && (
        <Button size="bar" onClick={address.clearFilters}>
          Clear filters
        </Button>
      )}
    </p>
  </div>
);
