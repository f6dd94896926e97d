import { Link2, Plus } from 'lucide-react';
import { useState } from 'react';
import { addDays } from '#contract/analytics/ranges.ts';
import { paths } from '#contract/paths.ts';
import { LINK_KINDS, type LinkGroup, type LinkKind } from '#contract/publishing/links.ts';
import { useCan } from '#web/api/workspace.ts';
import type { Address } from '#web/features/analytics/filters/analytics-address.ts';
import { classes } from '#web/lib/classes.ts';
import { exactCount } from '#web/lib/count.ts';
import { plural } from '#web/lib/text.ts';
import { useDebounced } from '#web/lib/use-debounced.ts';
import { useMedia } from '#web/lib/use-media.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { RetryAlert } from '#web/ui/feedback/RetryAlert.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { SearchInput } from '#web/ui/fields/SearchInput.tsx';
import { Sheet } from '#web/ui/overlays/Sheet.tsx';
import { TextLink } from '#web/ui/TextLink.tsx';
import { LinkPanel } from './LinkPanel.tsx';
import { LinkRow } from './LinkRow.tsx';
import { type Range, useLinks } from './link-queries.ts';
import { NewLinkDialog } from './NewLinkDialog.tsx';

const KINDS: Record<LinkKind, string> = {
  all: 'All',
  posts: 'From posts',
  manual: 'Manual',
  ended: 'Ended',
};
const SEARCH_MS = 250;
const PAGE_SIZE = 50;
/** Where the panel is beside the list. */
const WIDE = '(width >= 64rem)';

/** Short links, where they are used, and who follows them. */
export function LinksView({ address }: { address: Address }) {
  const { today, filters, params, set } = address;
  const { from, to } = address.range;
  // Visits are counted at once: a range that ends yesterday has those of today, too.
  const hasToday = to === addDays(today, -1);
  const range: Range = { from, to: hasToday ? today : to };
  const [kind, setKind] = useState<LinkKind>('all');
  const [search, setSearch] = useState('');
  const [turned, setTurned] = useState({ of: '', page: 1 });
  const [isMaking, setMaking] = useState(false);
  const decides = useCan('decide');
  const isWide = useMedia(WIDE);
  const asked = useDebounced(search, SEARCH_MS);
  // Of other links, the first page is shown.
  const of = JSON.stringify([kind, asked, address.range, filters.channel]);
  const page = turned.of === of ? turned.page : 1;
  const { data, isError, isPlaceholderData, refetch } = useLinks({
    ...range,
    kind,
    search: asked.trim() || undefined,
    channel: filters.channel,
    page,
  });
  const given = Number(params.get('link'));
  const open = Number.isSafeInteger(given) && given > 0 ? given : undefined;
  const choose = (id: number | undefined) =>
    set({ link: id === undefined ? undefined : String(id) });
  const panel = open !== undefined && (
    <LinkPanel key={open} id={open} range={range} onClose={() => choose(undefined)} />
  );

  return (
    <div className={classes(panel && isWide && 'grid grid-cols-[minmax(0,1fr)_420px] gap-4')}>
      <div className="min-w-0">
        <div className="mb-4 flex flex-wrap items-center gap-2">
          <SearchInput
            size="small"
            aria-label="Search links"
            placeholder="Search addresses, names, codes..."
            value={search}
            onChange={({ target }) => setSearch(target.value)}
            className="w-full md:w-[270px]"
          />
          <Kinds chosen={kind} counts={data?.kinds} onChoose={setKind} />
          {decides && (
            <Button
              variant="primary"
              size="bar"
              className="ml-auto"
              onClick={() => setMaking(true)}
            >
              <Plus size={16} aria-hidden />
              New link
            </Button>
          )}
        </div>
        {isError && !data ? (
          <RetryAlert message="The links couldn’t be loaded." onRetry={() => void refetch()} />
        ) : !data ? (
          <div role="status" aria-label="Loading links">
            <Skeleton className="h-96" />
          </div>
        ) : data.kinds.all === 0 ? (
          <NoLinks />
        ) : (
          <section
            aria-label="Links"
            aria-busy={isPlaceholderData}
            className="rounded-base border border-line bg-surface aria-busy:opacity-60"
          >
            <h3 className="flex min-h-12 flex-wrap items-center gap-x-2 px-4 font-semibold text-sm">
              {plural(data.links, 'tracked link')}, {plural(data.totals.visits, 'visit')}
              <span className="font-normal text-muted text-xs">
                {exactCount(data.totals.visitors)} visitors, a sum of days ·{' '}
                {exactCount(data.totals.bots)} visits by bots left out{hasToday && ' · with today'}
              </span>
            </h3>
            {data.results.length === 0 ? (
              <p className="border-line border-t px-4 py-8 text-center text-muted">
                No link matches.
              </p>
            ) : (
              <Groups
                groups={data.results}
                open={open}
                isNarrow={panel !== false}
                onOpen={choose}
              />
            )}
            <Pages page={page} count={data.count} onPage={(to) => setTurned({ of, page: to })} />
          </section>
        )}
      </div>
      {isWide ? (
        panel && (
          <aside
            aria-label="Link"
            className="sticky top-18 self-start overflow-hidden rounded-base border border-line bg-surface"
          >
            {panel}
          </aside>
        )
      ) : (
        <Sheet open={panel !== false} title="Link" onClose={() => choose(undefined)}>
          {panel}
        </Sheet>
      )}
      {isMaking && (
        <NewLinkDialog
          onClose={() => setMaking(false)}
          onMade={(id) => {
            setMaking(false);
            choose(id);
          }}
        />
      )}
    </div>
  );
}

const Kinds = ({
  chosen,
  counts,
  onChoose,
}: {
  chosen: LinkKind;
  counts: Record<LinkKind, number> | undefined;
  onChoose: (kind: LinkKind) => void;
}) => (
  <fieldset className="flex flex-wrap gap-2">
    <legend className="sr-only">Kind</legend>
    {LINK_KINDS.map((kind) => (
      <button
        key={kind}
        type="button"
        aria-pressed={kind === chosen}
        onClick={() => onChoose(kind)}
        className={classes(
          'inline-flex h-8 items-center gap-1 rounded-full border px-3 font-medium text-[13px]',
          kind === chosen
            ? 'border-accent bg-accent-soft text-accent'
            : 'border-line bg-surface hover:bg-hover',
        )}
      >
        {KINDS[kind]} <span className="tabular-nums">{counts?.[kind] ?? ''}</span>
      </button>
    ))}
  </fieldset>
);

const Groups = ({
  groups,
  open,
  isNarrow,
  onOpen,
}: {
  groups: readonly LinkGroup[];
  open: number | undefined;
  isNarrow: boolean;
  onOpen: (id: number) => void;
}) => (
  <table className="w-full text-left">
    <thead className="text-muted text-xs max-md:sr-only">
      <tr className="border-line border-t [&>th]:h-9 [&>th]:px-4 [&>th]:font-normal">
        <th scope="col">Link</th>
        {!isNarrow && (
          <th scope="col" className="max-lg:hidden">
            Where it was used
          </th>
        )}
        <th scope="col" className="max-md:hidden">
          By day
        </th>
        <th scope="col" className="text-right">
          Visits
        </th>
        <th scope="col" className="text-right max-md:hidden">
          Visitors
        </th>
        {!isNarrow && (
          <th scope="col" className="text-right max-lg:hidden">
            Last visit
          </th>
        )}
        <th scope="col">
          <span className="sr-only">Copy</span>
        </th>
      </tr>
    </thead>
    <tbody>
      {groups.map((group) => (
        <LinkRow
          key={group.links[0]?.id}
          group={group}
          open={open}
          isNarrow={isNarrow}
          onOpen={onOpen}
        />
      ))}
    </tbody>
  </table>
);

function Pages({
  page,
  count,
  onPage,
}: {
  page: number;
  count: number;
  onPage: (page: number) => void;
}) {
  const last = Math.ceil(count / PAGE_SIZE);
  if (last <= 1 && page === 1) return null;
  return (
    <nav
      aria-label="Pages"
      className="flex items-center justify-end gap-2 border-line border-t px-4 py-2 text-[13px]"
    >
      <span className="text-muted">
        Page {page} of {Math.max(last, 1)}
      </span>
      <Button size="small" disabled={page === 1} onClick={() => onPage(page - 1)}>
        Previous
      </Button>
      <Button size="small" disabled={page >= last} onClick={() => onPage(page + 1)}>
        Next
      </Button>
    </nav>
  );
}

const NoLinks = () => (
  <EmptyState icon={Link2} title="No link is counted yet.">
    <TextLink to={paths.linkSettings}>Links and UTM</TextLink>
  </EmptyState>
);
