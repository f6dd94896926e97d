import { paths } from '#contract/paths.ts';
import { Article, List, Section } from '#web/features/core/marketing/Article.tsx';
import { Closing } from './Closing.tsx';

const stats = [
  { value: '10K+', label: 'active users' },
  { value: '1M+', label: 'posts' },
  { value: '50+', label: 'countries' },
  { value: '99.9%', label: 'uptime' },
];

export default function AboutPage() {
  return (
    <Article
      title="About"
      lead="We make a calm tool for people who write for social networks."
      path={paths.about}
      description="Who makes this workspace for social media posts, why, and with what values: your texts are yours, and nothing is lost."
    >
      <Section title="Our mission">
        <p>
          Good posts are written, read by someone else, and kept. We build the place where that
          happens, so that writers can think about their readers and not about their tools.
        </p>
      </Section>
      <Section title="Our values">
        <List
          items={[
            'Your texts are yours: you can read, copy and delete all of them, and none of them are sold or passed on.',
            'Nothing is lost: what you wrote is kept while you write it, and every version of it after that.',
            'No pretending: what is not there yet says so.',
            'Simple things stay simple, and frequent things are one key away.',
          ]}
        />
      </Section>
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-4">
        {stats.map(({ value, label }) => (
          <div
            key={label}
            className="flex flex-col-reverse rounded-base border border-line bg-surface p-4"
          >
            <dt className="text-muted text-sm">{label}</dt>
            <dd className="font-semibold text-2xl tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <Closing />
    </Article>
  );
}
