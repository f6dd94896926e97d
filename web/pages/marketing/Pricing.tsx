import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '#contract/paths.ts';
import { ByViewer } from '#web/features/core/auth/ByViewer.tsx';
import { List, Planned } from '#web/features/core/marketing/Article.tsx';
import { Button } from '#web/ui/Button.tsx';
import { PageHead } from '#web/ui/PageHead.tsx';
import { TextLink } from '#web/ui/TextLink.tsx';
import { Closing } from './Closing.tsx';

const plans = [
  {
    name: 'Starter',
    price: 19,
    items: [
      '3 platforms',
      '50 posts/month',
      'Basic AI',
      'Calendar',
      'Basic analytics',
      'Email support',
    ],
  },
  {
    name: 'Professional',
    price: 49,
    items: [
      'All platforms',
      '500 posts/month',
      'Advanced AI',
      '5 users',
      'Advanced analytics',
      'Priority email support',
      'Custom templates',
    ],
  },
  {
    name: 'Agency',
    price: 99,
    items: [
      'Unlimited posts and members',
      'White label',
      'Client portal',
      'Integrations',
      'Phone support',
      'Custom onboarding',
    ],
  },
];

const questions: { question: string; answer: ReactNode }[] = [
  {
    question: 'How does the free trial work?',
    answer:
      'It lasts 14 days and needs no credit card. You can try everything in the plan you choose.',
  },
  {
    question: 'What happens afterwards?',
    answer:
      'If you don’t subscribe, your account stays active with limited features. Nothing you wrote is lost.',
  },
  {
    question: 'Can I change my plan?',
    answer: 'At any time. The change takes effect at once, with prorated billing.',
  },
  {
    question: 'Is there a discount for paying by the year?',
    answer: (
      <>
        Annual billing gives 20% off: <TextLink to={paths.contact}>contact us</TextLink>.
      </>
    ),
  },
  { question: 'Are there setup fees?', answer: 'No.' },
  {
    question: 'How do I get help?',
    answer:
      'Support replies within 24 hours; live chat is available Monday to Friday, 9 AM to 6 PM PST.',
  },
];

export default function PricingPage() {
  return (
    <div className="mx-auto max-w-6xl px-4 pt-14 sm:pt-16">
      <PageHead
        title="Pricing"
        description="Starter at $19, Professional at $49 and Agency at $99 per month. 14 days free, no credit card, no setup fees."
        path={paths.pricing}
      />
      <h1 className="text-center font-semibold text-4xl tracking-tight">Pricing</h1>
      <p className="mt-3 text-center text-balance text-lg text-muted tracking-[-0.01em]">
        Free for 14 days, no credit card. No setup fees.
      </p>
      <div className="mt-10 grid gap-4 md:grid-cols-3">
        {plans.map(({ name, price, items }) => (
          <section
            key={name}
            aria-label={name}
            className="flex flex-col gap-4 rounded-base border border-line bg-surface p-6"
          >
            <h2 className="font-semibold text-lg">{name}</h2>
            <p>
              <span className="font-semibold text-3xl">${price}</span>{' '}
              <span className="text-muted">per month</span>
            </p>
            <List items={items} />
            <ByViewer
              visitor={
                <Button asChild className="mt-auto" size="large">
                  <Link to={paths.register}>Start Free Trial</Link>
                </Button>
              }
            />
          </section>
        ))}
      </div>
      <p className="mt-6 text-center text-balance text-muted">
        White label, client portal and integrations <Planned />
      </p>
      <section aria-labelledby="questions" className="mx-auto mt-16 max-w-3xl">
        <h2 id="questions" className="text-center font-semibold text-2xl tracking-tight">
          Frequently asked questions
        </h2>
        <dl className="mt-6 divide-y divide-line border-line border-y text-base leading-[1.6]">
          {questions.map(({ question, answer }) => (
            <div key={question} className="grid gap-1 py-5 sm:grid-cols-[1fr_1.4fr] sm:gap-8">
              <dt className="text-balance font-medium">{question}</dt>
              <dd className="text-pretty text-muted">{answer}</dd>
            </div>
          ))}
        </dl>
      </section>
      <Closing plans={false} />
    </div>
  );
}
