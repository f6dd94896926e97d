import { Article, Section } from '#web/features/marketing/Article.tsx';

const stats = [
  { value: '10K+', label: 'active users' },
  { value: '1M+', label: 'posts' },
  { value: '50+', label: 'countries' },
  { value: '99.9%', label: 'uptime' },
];

export default function AboutPage() {
  return (
    <Article title="About" lead="We make a calm tool for people who write for social networks.">
      <Section title="Our mission">
        <p>
          Good posts are written, read by somebody else, and kept. We build the place where that happens, so that the
          people who write can think of their readers and not of their tools.
        </p>
      </Section>
      <Section title="Our values">
        <p>Your texts are yours. Nothing is lost, nothing is pretended, and what can be simple stays simple.</p>
      </Section>
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        {stats.map(({ value, label }) => (
          <div key={label} className="flex flex-col-reverse rounded-base border border-line bg-surface p-4">
            <dt className="text-muted text-sm">{label}</dt>
            <dd className="font-semibold text-2xl">{value}</dd>
          </div>
        ))}
      </dl>
    </Article>
  );
}
