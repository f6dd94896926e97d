import { CircleAlert, CircleCheck } from 'lucide-react';
import type { EvergreenFields, EvergreenOutlook } from '#contract/automation/evergreen.ts';
import { NETWORK_NAMES } from '#contract/networks/names.ts';
import { paths } from '#contract/paths.ts';
import { useZone } from '#web/api/workspace.ts';
import { plural } from '#web/lib/text.ts';
import { formatIn } from '#web/lib/time/time.ts';
import { RetryAlert } from '#web/ui/feedback/RetryAlert.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { TextLink } from '#web/ui/TextLink.tsx';
import { useOutlook } from './evergreen-queries.ts';

type Props = { folder: number; fields: EvergreenFields | undefined; setName: string };

/** What settings lead to, and which posts are next. */
export function Outlook({ folder, fields, setName }: Props) {
  const query = useOutlook(folder, fields);
  if (!fields) return null;
  if (query.isError)
    return <RetryAlert message="That didn’t load." onRetry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton className="h-24" />;
  const outlook = query.data;
  return (
    <>
      <section
        aria-label="What comes of it"
        aria-live="polite"
        className="rounded-base border border-line bg-page"
      >
        <div className="p-4">
          <h3 className="flex flex-wrap items-baseline justify-between gap-x-4 font-medium">
            What comes of it
            <span className="font-normal text-muted text-xs">with what is there today</span>
          </h3>
          <p className="mt-1 text-muted">
            <Sums outlook={outlook} gapDays={fields.gap_days} setName={setName} />
          </p>
        </div>
        {outlook.posts > 0 && <Networks outlook={outlook} />}
      </section>
      {outlook.next.length > 0 && <Next outlook={outlook} maxUses={fields.max_uses} />}
    </>
  );
}

type SumsProps = { outlook: EvergreenOutlook; gapDays: number; setName: string };

function Sums({ outlook, gapDays, setName }: SumsProps) {
  const { posts, slots, every_days, free, needed } = outlook;
  if (posts === 0) return 'No approved posts in here yet.';
  if (slots === 0 || every_days === null)
    return (
      <>
        {setName} has no free slots in the next seven days.{' '}
        <TextLink to={paths.socialAccounts}>Add times</TextLink>
      </>
    );
  return (
    <>
      <strong className="font-medium text-text">
        {plural(posts, 'post')} for {plural(slots, 'free slot')} a week.
      </strong>{' '}
      Each could come every {plural(every_days, 'day')}
      {free > 0
        ? `; with ${gapDays} days between, about ${free} of ${slots} stay free. ${plural(needed, 'post')} would fill them.`
        : '.'}
    </>
  );
}

function Networks({ outlook: { networks, posts } }: { outlook: EvergreenOutlook }) {
  const again = networks.filter(({ once }) => once === null);
  return (
    <ul className="flex flex-col gap-2 border-line border-t p-4 text-xs">
      {networks
        .filter(({ once }) => once !== null)
        .map(({ network, once, over }) => (
          <li key={network} className="flex gap-2">
            <CircleAlert size={16} aria-hidden className="shrink-0 text-warning" />
            {once === 0
              ? `${NETWORK_NAMES[network]} refuses the same text twice: each variation goes out there once.`
              : `${NETWORK_NAMES[network]}: ${once} of ${posts} have one text only. ${NETWORK_NAMES[network]} refuses the same text twice, so each goes out there once. Add variations in the settings of the post.`}
            {over > 0 && ` ${over} of ${posts} have no text left.`}
          </li>
        ))}
      {again.length > 0 && (
        <li className="flex gap-2">
          <CircleCheck size={16} aria-hidden className="shrink-0 text-accent" />
          {again.map(({ network }) => NETWORK_NAMES[network]).join(', ')}: posts can come again
        </li>
      )}
    </ul>
  );
}

const DAY = { weekday: 'short', day: 'numeric', month: 'short' } as const;

function Next({ outlook, maxUses }: { outlook: EvergreenOutlook; maxUses: number }) {
  const zone = useZone();
  const fromText = ({ from, not_on }: EvergreenOutlook['next'][number]) => {
    if (from === null) return 'not again';
    const time =
      Date.parse(from) <= Date.now() ? 'now' : formatIn(zone, DAY).format(new Date(from));
    const names = not_on.map((network) => NETWORK_NAMES[network]);
    return names.length ? `${time}, not on ${names.join(', ')}` : time;
  };
  return (
    <table className="w-full overflow-hidden rounded-base border border-line text-xs">
      <thead className="text-muted">
        <tr className="border-line border-b text-left">
          <th className="px-4 py-2 font-normal">Next in turn</th>
          <th className="px-2 py-2 font-normal">Used</th>
          <th className="px-4 py-2 font-normal">Can come from</th>
        </tr>
      </thead>
      <tbody>
        {outlook.next.map((post) => (
          <tr key={post.item} className="border-line-soft border-b last:border-0">
            <td className="px-4 py-2">
              <TextLink to={paths.previewContent(post.item)}>{post.title}</TextLink>
              {post.refused && <p className="text-danger">Left out: {post.refused}</p>}
            </td>
            <td className="whitespace-nowrap px-2 py-2 tabular-nums">
              {post.used} of {maxUses}
            </td>
            <td className="px-4 py-2">{fromText(post)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
