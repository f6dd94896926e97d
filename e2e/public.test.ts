import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

const sections = (page: Page) => page.getByRole('article').getByRole('heading', { level: 2 });

test('public pages have the content of the product', async ({ page }) => {
  const says = async (path: string, texts: string[]) => {
    await page.goto(path);
    for (const text of texts) await expect(page.getByRole('main')).toContainText(text);
  };
  await says('/', ['Beta', '14 days free, no credit card', 'Microblogging', 'Short video']);
  await says('/features', [
    'Content creation',
    'Scheduling and automation',
    'Analytics',
    'Model Context Protocol',
  ]);
  await says('/pricing', [
    ...[
      'Starter',
      '$19',
      '3 platforms',
      '50 posts/month',
      'Basic AI',
      'Calendar',
      'Basic analytics',
      'Email support',
    ],
    ...[
      'Professional',
      '$49',
      'All platforms',
      '500 posts/month',
      'Advanced AI',
      '5 users',
      'Advanced analytics',
    ],
    ...[
      'Priority email support',
      'Custom templates',
      'Agency',
      '$99',
      'Unlimited posts and members',
      'White label',
    ],
    ...[
      'Client portal',
      'Integrations',
      'Phone support',
      'Custom onboarding',
      '20% off',
      'prorated billing',
    ],
    ...['Are there setup fees?', 'stays active with limited features'],
  ]);
  await says('/about', [
    '10K+',
    'active users',
    '1M+',
    'posts',
    '50+',
    'countries',
    '99.9%',
    'uptime',
  ]);
  await says('/contact', ['within 24 hours', 'Monday to Friday, 9 AM to 6 PM PST']);
  await says('/terms', ['Last updated January 1, 2024']);
  await expect(sections(page)).toHaveCount(13);
  for (const to of ['/privacy', '/contact', '/'])
    await expect(page.getByRole('article').locator(`a[href="${to}"]`).first()).toBeVisible();
  await says('/privacy', ['within 30 days of account deletion', 'under 13']);
  await expect(sections(page)).toHaveCount(11);
  for (const to of ['/terms', '/contact', '/'])
    await expect(page.getByRole('article').locator(`a[href="${to}"]`).first()).toBeVisible();
});

test('the address given on the home page is there when registering', async ({ page }) => {
  await page.goto('/');
  await page.getByLabel('Email').fill('grace+1@example.org');
  await page.getByRole('button', { name: 'Start Free Trial' }).click();
  await expect(page).toHaveURL('/register?email=grace%2B1%40example.org');
  await expect(page.getByLabel('Email')).toHaveValue('grace+1@example.org');
});
