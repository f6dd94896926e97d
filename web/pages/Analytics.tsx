import { ChartColumn } from 'lucide-react';
import { Badge } from '#web/ui/Badge.tsx';

const figures = [
  { label: 'Total Views', value: '24,567' },
  { label: 'Unique Visitors', value: '12,345' },
  { label: 'Avg. Read Time', value: '3m 42s' },
  { label: 'Conversion Rate', value: '3.2%' },
];

const topContent = [
  { label: 'Launch announcement', value: '5,231 views' },
  { label: 'Ten lessons from our first year', value: '3,842 views' },
  { label: 'Behind the scenes', value: '2,917 views' },
  { label: 'Questions and answers', value: '1,654 views' },
];

const sources = [
  { label: 'Social', value: '45%' },
  { label: 'Direct', value: '28%' },
  { label: 'Search', value: '19%' },
  { label: 'Referral', value: '8%' },
];

/** A demonstration: its figures are invented, and the page says so. */
export default function AnalyticsPage() {
  return (
    <>
      <title>Analytics</title>
      <div className="mb-6 flex flex-wrap items-center gap-3">
        <h1 className="font-semibold text-xl">Analytics</h1>
        <Badge>Last 30 days</Badge>
        <p className="text-muted">Sample figures</p>
      </div>
      <dl className="grid grid-cols-2 gap-4 xl:grid-cols-4">
        {figures.map(({ label, value }) => (
          <div key={label} className="rounded-base border border-line bg-surface p-4">
            <dt className="text-muted">{label}</dt>
            <dd className="mt-1 font-semibold text-2xl tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-4 grid gap-4 lg:grid-cols-2">
        <Table title="Top Content" rows={topContent} />
        <Table title="Traffic Sources" rows={sources} />
      </div>
      <div className="mt-4 flex flex-col items-center gap-2 rounded-base border border-line border-dashed p-8 text-center">
        <ChartColumn size={24} aria-hidden className="text-muted" />
        <h2 className="font-semibold">Advanced Analytics Coming Soon</h2>
        <p className="text-muted">
          Figures from your own posts will replace these samples once there is something to count.
        </p>
      </div>
    </>
  );
}

function Table({ title, rows }: { title: string; rows: { label: string; value: string }[] }) {
  return (
    <section className="rounded-base border border-line bg-surface p-4">
      <h2 className="mb-2 font-semibold">{title}</h2>
      <dl className="divide-y divide-line">
        {rows.map(({ label, value }) => (
          <div key={label} className="flex justify-between gap-4 py-2">
            <dt className="min-w-0 truncate">{label}</dt>
            <dd className="shrink-0 text-muted tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
