import { METRICS, type Metric, OFFERED } from '#contract/networks/metrics.ts';
import { NETWORK_NAMES } from '#contract/networks/names.ts';
import { SeriesMark } from '#web/features/analytics/charts/SeriesMark.tsx';
import { Absent, type Reason } from '#web/features/analytics/figures/Absent.tsx';
import type { PostFigures } from '#web/features/analytics/figures/analytics-queries.ts';
import { factor, percent } from '#web/features/analytics/figures/figure-format.ts';
import { COLUMN_NAMES } from '#web/features/analytics/figures/post-words.ts';
import { coloursOf } from '#web/features/analytics/figures/series.ts';
import { classes } from '#web/lib/classes.ts';
import { exactCount, shortCount } from '#web/lib/count.ts';
import { zonedTime } from '#web/lib/time/time.ts';
import type { PublicationFigures } from './CurveCard.tsx';

type Props = {
  post: PostFigures;
  chosen: number | null;
  onChoose: (publication: number) => void;
  zone: string;
};

const cell = 'px-3 text-right';

/** The figures of each channel, and their sum. */
export function ByChannel({ post, chosen, onChoose, zone }: Props) {
  const { publications } = post;
  const metrics = METRICS.filter((metric) =>
    publications.some((row) => row.metrics[metric] !== undefined),
  );
  const colours = coloursOf(publications.map(({ channel }) => channel.network));
  const sumOf = (metric: Metric) => {
    const known = publications.flatMap((row) => row.metrics[metric] ?? []);
    return known.reduce((sum, count) => sum + count, 0);
  };
  return (
    <section
      aria-labelledby="by-channel"
      className="min-w-0 rounded-base border border-line bg-surface max-md:-mx-4 max-md:rounded-none max-md:border-x-0"
    >
      <div className="flex flex-wrap items-baseline gap-x-3 px-4 py-3">
        <h2 id="by-channel" className="font-semibold">
          By channel
        </h2>
        <p className="text-muted text-xs">
          Views are the first part’s; the rest is summed over the parts, without our own replies
        </p>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard */}
      <section aria-label="Figures by channel" tabIndex={0} className="relative overflow-x-auto">
        <table aria-labelledby="by-channel" className="w-full tabular-nums">
          <thead className="text-muted text-xs">
            <tr className="[&>th]:h-9 [&>th]:whitespace-nowrap [&>th]:font-medium">
              <th scope="col" className="px-4 text-left">
                Channel
              </th>
              {metrics.map((metric) => (
                <th key={metric} scope="col" className={cell}>
                  {COLUMN_NAMES[metric]}
                </th>
              ))}
              <th scope="col" className={cell}>
                Engagements
              </th>
              <th scope="col" className={cell}>
                Rate
              </th>
              <th scope="col" className={cell}>
                vs usual
              </th>
              <th scope="col" className={cell}>
                As of
              </th>
            </tr>
          </thead>
          <tbody>
            {publications.map((row) => (
              <Row
                key={row.publication}
                row={row}
                metrics={metrics}
                colour={colours.get(row.channel.network) ?? 1}
                isChosen={row.publication === chosen}
                onChoose={() => onChoose(row.publication)}
                zone={zone}
              />
            ))}
          </tbody>
          {publications.length > 1 && (
            <tfoot>
              <tr className="h-12 border-line border-t font-semibold">
                <th scope="row" className="px-4 text-left">
                  Sum
                </th>
                {metrics.map((metric) => (
                  <td key={metric} className={cell}>
                    {metric === 'reach' ? (
                      <span className="font-normal text-muted text-xs">not summed</span>
                    ) : (
                      exactCount(sumOf(metric))
                    )}
                  </td>
                ))}
                <td className={cell}>
                  {post.engagements === null ? '–' : exactCount(post.engagements)}
                </td>
                <td className={cell}>
                  {post.engagement_rate === null ? '–' : percent(post.engagement_rate)}
                </td>
                <td className={cell}>{post.factor === null ? '–' : factor(post.factor)}</td>
                <td />
              </tr>
            </tfoot>
          )}
        </table>
      </section>
    </section>
  );
}

type RowProps = {
  row: PublicationFigures;
  metrics: readonly Metric[];
  colour: number;
  isChosen: boolean;
  onChoose: () => void;
  zone: string;
};

function Row({ row, metrics, colour, isChosen, onChoose, zone }: RowProps) {
  const { channel, engagements, engagement_rate, usual, state, read_at } = row;
  const isGone = state === 'gone';
  return (
    <tr
      className={classes(
        'h-12 border-line-soft border-t',
        isChosen ? 'bg-accent-soft' : 'hover:bg-row',
        isGone && 'text-muted',
      )}
    >
      <th scope="row" className="px-4 text-left font-normal">
        <button
          type="button"
          aria-pressed={isChosen}
          onClick={onChoose}
          className="flex items-center gap-2 whitespace-nowrap py-2 text-left"
        >
          <SeriesMark network={channel.network} colour={colour} />
          <span className="font-medium">{channel.handle}</span>
          <span className="text-muted text-xs">
            {isGone ? 'Deleted on the network' : NETWORK_NAMES[channel.network]}
          </span>
        </button>
      </th>
      {metrics.map((metric) => {
        const count = row.metrics[metric];
        return (
          <td key={metric} className={cell}>
            {count === undefined ? (
              <Absent reason={reasonOf(row, metric)} />
            ) : (
              <span title={exactCount(count)}>{shortCount(count)}</span>
            )}
          </td>
        );
      })}
      <td className={classes(cell, 'font-semibold')}>
        {engagements === null ? (
          <Absent reason={reasonOf(row, 'reactions')} />
        ) : (
          <span title={exactCount(engagements)}>{shortCount(engagements)}</span>
        )}
      </td>
      <td className={cell}>
        {engagement_rate === null ? (
          <Absent reason={{ kind: 'absent', text: 'No views, or fewer than 50' }} />
        ) : (
          percent(engagement_rate)
        )}
      </td>
      <td className={cell}>
        {usual.factor === null ? (
          <Absent reason={{ kind: 'absent', text: 'Fewer than 8 posts to compare with' }} />
        ) : (
          <span className={usual.factor >= 1 ? 'font-semibold' : 'text-muted'}>
            {factor(usual.factor)}
          </span>
        )}
      </td>
      <td className={classes(cell, 'whitespace-nowrap text-muted text-xs')}>
        {read_at ? zonedTime(read_at, zone) : ''}
      </td>
    </tr>
  );
}

function reasonOf({ state, channel: { network } }: PublicationFigures, metric: Metric): Reason {
  if (state === 'permission') return { kind: 'permission', text: 'Connect again to see figures' };
  if (state === 'waiting') return { kind: 'waiting', text: 'Not read yet.' };
  const name = NETWORK_NAMES[network];
  return {
    kind: 'absent',
    text: OFFERED[network][metric]
      ? `${name} didn’t say.`
      : `${name} doesn’t offer ${COLUMN_NAMES[metric].toLowerCase()}.`,
  };
}
