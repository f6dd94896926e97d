import type { ReactNode } from 'react';
import type { Compared } from '#contract/analytics/overview.ts';
import type { Block, ReportContent } from '#contract/analytics/reports.ts';
import { NETWORK_NAMES } from '#contract/networks/names.ts';
import { SeriesMark } from '#web/features/analytics/charts/SeriesMark.tsx';
import { StackedBars } from '#web/features/analytics/charts/StackedBars.tsx';
import { useWidth } from '#web/features/analytics/charts/use-width.ts';
import { chartDataOf } from '#web/features/analytics/figures/chart-data.ts';
import {
  changeOf,
  figure,
  percent,
  signed,
  type Unit,
} from '#web/features/analytics/figures/figure-format.ts';
import { findingOf } from '#web/features/analytics/figures/findings.ts';
import { dayRange } from '#web/features/analytics/filters/ranges.ts';
import { exactCount, shortCount } from '#web/lib/count.ts';
import { wallTime } from '#web/lib/time/clock.ts';
import { formatDay, zonedTime, zoneName } from '#web/lib/time/time.ts';

/** A report as it is read and printed. */
export function ReportPaper({ content }: { content: ReportContent }) {
  const { title, comment, client, workspace, overview, zone } = content;
  return (
    <article
      aria-label={title}
      className="report-paper mx-auto w-full max-w-[748px] bg-surface px-6 py-8 text-text md:px-11 md:py-10"
    >
      <header className="flex flex-wrap items-baseline justify-between gap-x-6 text-[13px]">
        <p>
          <strong className="font-semibold">{client || workspace}</strong>{' '}
          <span className="block text-muted tabular-nums">{dayRange(overview.range)}</span>
        </p>
        <p className="text-muted tabular-nums">compared with {dayRange(overview.before)}</p>
      </header>
      <h1 className="mt-6 break-words border-accent-solid border-b-2 pb-2 font-semibold text-[22px]">
        {title}
      </h1>
      {comment && <p className="mt-4 whitespace-pre-line break-words leading-6">{comment}</p>}
      {content.blocks.map((block) => (
        <section key={block} className="report-block mt-7">
          {blocks[block](content)}
        </section>
      ))}
      <footer className="mt-8 border-line border-t pt-3 text-muted text-xs tabular-nums">
        {overview.as_of ? `Figures as of ${zonedTime(overview.as_of, zone)}` : 'No figures yet'}
        {overview.provisional_from &&
          `; days from ${formatDay(overview.provisional_from, { day: 'numeric', month: 'short' })} on may still change a little`}
        . Days in {zoneName(zone)}. {workspace}
      </footer>
    </article>
  );
}

const blocks: Record<Block, (content: ReportContent) => ReactNode> = {
  numbers: ({ overview: { totals } }) => (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4 border-line border-y py-4 md:grid-cols-4">
      <Figure name="Total Views" compared={totals.views} />
      <Figure name="Engagements" compared={totals.engagements} />
      <Figure name="Engagement rate" compared={totals.engagement_rate} unit="rate" />
      <Figure name="Followers" compared={totals.followers} unit="net" />
    </dl>
  ),
  over_time: (content) => <OverTime content={content} />,
  top_content: ({ top, zone }) => <TopContent rows={top ?? []} zone={zone} />,
  channels: ({ channels }) => <Channels rows={channels ?? []} />,
  definitions: () => (
    <p className="text-muted text-xs leading-5">
      Views are counted by each network in its own way. Engagements are reactions, comments, shares
      and saves; the rate is engagements by views, of posts whose views are counted. Followers are
      those gained less those lost. “–” is what a network doesn’t say, which isn’t 0.
    </p>
  ),
};

const heading = 'mb-2 font-semibold text-[15px]';

function Figure({
  name,
  compared,
  unit = 'count',
}: {
  name: string;
  compared: Compared;
  unit?: Unit;
}) {
  const change = changeOf(compared, unit);
  const sign = { up: '↗ ', down: '↘ ', same: '' };
  return (
    <div>
      <dt className="text-muted text-xs">{name}</dt>
      <dd className="font-semibold text-[22px] leading-8 tabular-nums">
        {compared.now === null ? '–' : figure(compared.now, unit)}
      </dd>
      {change && (
        <dd className="text-muted text-xs tabular-nums">
          {sign[change.direction]}
          {change.text}
        </dd>
      )}
    </div>
  );
}

function OverTime({ content: { overview } }: { content: ReportContent }) {
  const [place, width] = useWidth<HTMLDivElement>(640);
  const shown = overview.totals.views.now === null ? 'engagements' : 'views';
  const whole = { ...overview, has_figures: true, tags: [], coverage: [] };
  const chart = chartDataOf(whole, { shown, hidden: new Set(), isTotal: false });
  const daily = overview.days.map((_, at) =>
    overview.networks.reduce((sum, network) => sum + (network[shown]?.[at] ?? 0), 0),
  );
  return (
    <figure>
      <h2 className={heading}>{findingOf(overview, shown, daily, { count: 0 })}</h2>
      <figcaption className="mb-1 flex flex-wrap gap-x-4 gap-y-1 text-xs tabular-nums">
        {chart.bands.map(({ key, network, colour, values }) => (
          <span key={key} className="flex items-center gap-1.5">
            {network && <SeriesMark network={network} colour={colour} />}
            {network && NETWORK_NAMES[network]}{' '}
            {shortCount(values.reduce((sum, value) => sum + value, 0))}
          </span>
        ))}
      </figcaption>
      <div ref={place} aria-hidden>
        <StackedBars
          width={width}
          bands={chart.bands}
          before={null}
          labels={chart.bars.map(({ short }) => short)}
          provisional={chart.provisional}
          chosen={null}
        />
      </div>
    </figure>
  );
}

const cell = '[&>*]:px-2 [&>*]:py-1.5 [&>*:first-child]:pl-0 [&>*:last-child]:pr-0';

function TopContent({ rows, zone }: { rows: NonNullable<ReportContent['top']>; zone: string }) {
  if (rows.length === 0) return <Nothing name="Top Content" what="Nothing was published." />;
  return (
    <>
      <h2 className={heading}>Top Content</h2>
      <table className="w-full text-[13px] tabular-nums">
        <thead className="text-left text-muted text-xs">
          <tr className={cell}>
            <th className="font-medium">Post</th>
            <th className="text-right font-medium">Views</th>
            <th className="text-right font-medium">Engagements</th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line-soft">
          {rows.map((row) => (
            <tr key={`${row.published_at} ${row.excerpt}`} className={cell}>
              <td>
                <span className="line-clamp-2 break-words">{row.excerpt}</span>
                <span className="text-muted text-xs">
                  {formatDay(wallTime(Date.parse(row.published_at), zone).slice(0, 10), {
                    day: 'numeric',
                    month: 'short',
                  })}
                  {' · '}
                  {[...new Set(row.channels.map(({ network }) => NETWORK_NAMES[network]))].join(
                    ', ',
                  )}
                </span>
              </td>
              <td className="text-right align-top">
                {row.metrics.views === undefined ? '–' : exactCount(row.metrics.views)}
              </td>
              <td className="text-right align-top">
                {row.engagements === null ? '–' : exactCount(row.engagements)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

function Channels({ rows }: { rows: NonNullable<ReportContent['channels']> }) {
  if (rows.length === 0) return <Nothing name="Channels" what="No account is connected." />;
  return (
    <>
      <h2 className={heading}>Channels</h2>
      <table className="w-full text-[13px] tabular-nums">
        <thead className="text-left text-muted text-xs">
          <tr className={cell}>
            <th className="font-medium">Account</th>
            <th className="text-right font-medium">Followers</th>
            <th className="text-right font-medium">Net</th>
            <th className="text-right font-medium">Posts</th>
            <th className="text-right font-medium">Engagement rate</th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line-soft">
          {rows.map(({ channel, followers, net, posts, engagement_rate: rate }) => {
            const last = followers.findLast((count) => count !== null) ?? null;
            return (
              <tr key={`${channel.network} ${channel.handle}`} className={cell}>
                <td>
                  {channel.handle}{' '}
                  <span className="text-muted text-xs">{NETWORK_NAMES[channel.network]}</span>
                </td>
                <td className="text-right">{last === null ? '–' : exactCount(last)}</td>
                <td className="text-right">{net.now === null ? '–' : signed(net.now)}</td>
                <td className="text-right">{posts.now ?? '–'}</td>
                <td className="text-right">{rate === null ? '–' : percent(rate)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </>
  );
}

const Nothing = ({ name, what }: { name: string; what: string }) => (
  <>
    <h2 className={heading}>{name}</h2>
    <p className="text-muted">{what}</p>
  </>
);
