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

/** What the page shows while there is nothing to count: invented, and it says so. */
export const SampleFigures = () => (
  <section aria-label="Sample figures" className="text-muted">
    <p className="mb-4 flex items-center gap-3 font-medium text-xs">
      Sample figures
      <span aria-hidden className="h-0 grow border-line border-t border-dashed" />
    </p>
    <dl className="grid grid-cols-2 gap-4 xl:grid-cols-4">
      {figures.map(({ label, value }) => (
        <div key={label} className="rounded-base border border-line border-dashed p-4">
          <dt>{label}</dt>
          <dd className="mt-1 font-semibold text-2xl tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
    <div className="mt-4 grid gap-4 lg:grid-cols-2">
      <Table title="Top Content" rows={topContent} />
      <Table title="Traffic Sources" rows={sources} />
    </div>
  </section>
);

const Table = ({ title, rows }: { title: string; rows: { label: string; value: string }[] }) => (
  <section className="rounded-base border border-line border-dashed p-4">
    <h3 className="mb-2 font-semibold text-text">{title}</h3>
    <dl className="divide-y divide-dashed divide-line">
      {rows.map(({ label, value }) => (
        <div key={label} className="flex justify-between gap-4 py-2">
          <dt className="min-w-0 truncate">{label}</dt>
          <dd className="shrink-0 tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  </section>
);
