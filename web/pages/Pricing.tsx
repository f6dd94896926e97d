import { Link } from 'react-router';
import { List } from '#web/features/marketing/Article.tsx';
import { paths } from '#web/lib/paths.ts';
import { Button } from '#web/ui/Button.tsx';
import { TextLink } from '#web/ui/TextLink.tsx';

const plans = [
  {
    name: 'Starter',
    price: 19,
    items: ['3 platforms', '50 posts/month', 'Basic AI', 'Calendar', 'Basic analytics', 'Email support'],
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

export default function PricingPage() {
  return (
    <div className="mx-auto max-w-5xl px-4 py-14">
      <title>Pricing</title>
      <h1 className="text-center font-semibold text-3xl tracking-tight">Pricing</h1>
      <p className="mt-3 text-center text-lg text-muted">Free for 14 days, no credit card. No setup fees.</p>
      <div className="mt-10 grid gap-4 md:grid-cols-3">
        {plans.map(({ name, price, items }) => (
          <section
            key={name}
            aria-label={name}
            className="flex flex-col gap-4 rounded-base border border-line bg-surface p-6"
          >
            <h2 className="font-semibold text-lg">{name}</h2>
            <p>
              <span className="font-semibold text-3xl">${price}</span> <span className="text-muted">per month</span>
            </p>
            <List items={items} />
            <Button asChild className="mt-auto" size="large">
              <Link to={paths.register}>Start Free Trial</Link>
            </Button>
          </section>
        ))}
      </div>
      <p className="mt-8 text-center text-muted">
        Annual billing gives 20% off: <TextLink to={paths.contact}>contact us</TextLink>. Plan changes take effect at
        once, with prorated billing.
      </p>
    </div>
  );
}
