import type { Page } from '@playwright/test';
import { allowFailures, expect, hold, register, signIn, test, toast } from './fixtures.ts';

const pages = {
  '/': {
    title: 'Write, schedule and publish social media posts',
    says: 'Social media posts, from first draft to published',
  },
  '/features': { title: 'Features', says: 'Features' },
  '/pricing': { title: 'Pricing', says: 'Pricing' },
  '/about': { title: 'About', says: 'About' },
  '/contact': { title: 'Contact', says: 'Contact' },
  '/terms': { title: 'Terms of Service', says: 'Terms of Service' },
  '/privacy': { title: 'Privacy Policy', says: 'Privacy Policy' },
};

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('every public page can be read, and links to others', async ({ page }) => {
    for (const [path, { title, says }] of Object.entries(pages)) {
      await page.goto(path);
      await expect(page).toHaveTitle(title);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(says);
      await expect(page.getByRole('banner').getByRole('link')).toHaveText(
        ['Skip to content', 'PF', 'Features', 'Pricing', 'About', 'Sign In', 'Get Started'],
        { useInnerText: true },
      );
      await expect(page.locator('noscript')).toHaveCount(path === '/contact' ? 1 : 0);
    }
    await page.getByRole('contentinfo').getByRole('link', { name: 'Pricing' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Pricing');
  });

  test('the address given on the home page is passed on to the registration', async ({ page }) => {
    allowFailures('csp GET /assets/');
    await page.goto('/');
    await page.getByLabel('Email').fill('grace+1@example.org');
    await page.getByRole('button', { name: 'Start Free Trial' }).click();
    await expect(page).toHaveURL('/register?email=grace%2B1%40example.org');
  });
});

test('search engines and link previews get the metadata of each page', async ({
  page,
  request,
  baseURL,
}) => {
  const descriptions = new Set<string>();
  for (const [path, { title }] of Object.entries(pages)) {
    const response = await request.get(path);
    expect(response.headers()['content-type']).toBe('text/html; charset=utf-8');
    const head = (await response.text()).split('</head>')[0] ?? '';
    const content = (name: string) =>
      new RegExp(`<meta (?:name|property)="${name}" content="(.*?)"`).exec(head)?.[1] ?? '';
    expect(head.match(/<title>.*?<\/title>/g)).toEqual([`<title>${title}</title>`]);
    expect(head).toContain(`<link rel="canonical" href="${baseURL}${path}"`);
    expect(content('og:url')).toBe(baseURL + path);
    expect(content('og:title')).toBe(title);
    expect(content('og:description')).toBe(content('description'));
    expect(content('description').length).toBeGreaterThan(50);
    descriptions.add(content('description'));
    const image = await request.get(content('og:image'));
    expect([image.status(), image.headers()['content-type']]).toEqual([200, 'image/jpeg']);
  }
  expect(descriptions.size).toBe(Object.keys(pages).length);

  const robots = await (await request.get('/robots.txt')).text();
  expect(robots).toContain('Disallow: /content\n');
  expect(robots).toContain(`Sitemap: ${baseURL}/sitemap.xml\n`);
  const sitemap = await (await request.get('/sitemap.xml')).text();
  const listed = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address);
  expect(listed.sort()).toEqual(
    Object.keys(pages)
      .map((path) => baseURL + path)
      .sort(),
  );

  // The same holds after navigation: the head is updated.
  await page.goto('/');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Pricing' }).click();
  await expect(page).toHaveTitle('Pricing');
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${baseURL}/pricing`);
  await expect(page.locator('meta[name=description]')).toHaveCount(1);
});

test('an unchanged page is not sent again', async ({ request }) => {
  const first = await request.get('/terms');
  const { etag = '', 'cache-control': cache } = first.headers();
  expect(cache).toBe('no-cache');
  const again = await request.get('/terms/', { headers: { 'if-none-match': etag } });
  expect([again.status(), await again.text()]).toEqual([304, '']);
  for (const encoding of ['br', 'gzip']) {
    const one = await request.get('/terms', { headers: { 'accept-encoding': encoding } });
    expect(one.headers()['content-encoding']).toBe(encoding);
    expect(await one.text()).toBe(await first.text());
  }
});

test('signed-in people see their own header from the first paint on', async ({ page, request }) => {
  allowFailures('net::ERR_FAILED GET /assets/index-');
  const person = await register(request, 'Ada "the" \\ Byron');
  await signIn(page, person);
  // The application never loads: this is the first paint.
  await page.route('**/assets/*.js', (route) => route.abort());
  const banner = page.getByRole('banner');
  await page.goto('/');
  await expect(banner.getByRole('link', { name: 'Content', exact: true })).toBeVisible();
  await expect(banner.getByRole('link', { name: 'Pricing' })).toBeVisible();
  await expect(banner.getByRole('link', { name: 'Sign In' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Go to your content' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Start Free Trial' })).toHaveCount(0);
  const before = await banner.screenshot();
  await page.goto('/pricing');
  await expect(banner.getByRole('link', { name: 'Pricing' })).toHaveCount(0);

  await page.unroute('**/assets/*.js');
  await page.goto('/');
  await expect(banner.getByRole('button', { name: person.name, exact: true })).toBeVisible();
  await expect(page.locator('[data-viewer]')).toHaveCount(1);
  expect((await banner.screenshot()).equals(before)).toBe(true);
  await banner.getByRole('button', { name: person.name, exact: true }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(banner.getByRole('link', { name: 'Sign In' })).toBeVisible();
  await page.goto('/');
  await expect(banner.getByRole('link', { name: 'Sign In' })).toBeVisible();
});

test.describe('what is typed before the application is there', () => {
  /** Opens a page whose application loads when `release` is called. */
  async function openEarly(page: Page, path: string) {
    const release = await hold(page, '**/assets/*.js');
    await page.goto(path, { waitUntil: 'commit' });
    return release;
  }

  test('on the home page is kept, in the box where it was typed', async ({ page }) => {
    const release = await openEarly(page, '/');
    const box = page.getByLabel('Email');
    await box.fill('early@example.org');
    await box.evaluate((element) => element.setAttribute('data-same', ''));
    release();
    // Hydrated: the menu opens.
    await expect(async () => {
      await page.getByRole('button', { name: 'Theme' }).click();
      await expect(page.getByRole('menuitemradio', { name: 'Dark' })).toBeVisible({ timeout: 500 });
    }).toPass();
    await page.getByRole('menuitemradio', { name: 'Dark' }).click();
    await expect(page.locator('html')).toHaveClass(/dark/);
    await expect(page.locator('[data-same]')).toHaveValue('early@example.org');
    await page.getByRole('button', { name: 'Start Free Trial' }).click();
    await expect(page).toHaveURL('/register?email=early%40example.org');
  });

  test('in a message is kept, and can be sent', async ({ page }) => {
    const release = await openEarly(page, '/contact');
    await page.getByLabel('Name').fill('Ada');
    await page.getByLabel('Email').fill('ada@example.org');
    await page.getByLabel('Subject').fill('A question');
    release();
    await page.getByLabel('Message').fill('Is what I typed early still there?');
    await expect(page.getByRole('button', { name: 'Send Message' })).toBeEnabled();
    await page.getByRole('button', { name: 'Send Message' }).click();
    await expect(toast(page, 'Message sent successfully!')).toBeVisible();
    for (const label of ['Name', 'Email', 'Subject', 'Message'])
      await expect(page.getByLabel(label)).toHaveValue('');
  });

  test('and the scroll position are restored', async ({ page }) => {
    const release = await openEarly(page, '/terms');
    await page.getByRole('heading', { name: /^5\. / }).waitFor();
    await page.evaluate(() => window.scrollTo(0, 700));
    release();
    await expect(async () => {
      await page.getByRole('button', { name: 'Theme' }).click();
      await expect(page.getByRole('menuitemradio', { name: 'Dark' })).toBeVisible({ timeout: 500 });
    }).toPass();
    expect(await page.evaluate(() => window.scrollY)).toBe(700);
  });

  test('in an invalid message is reported', async ({ page }) => {
    const release = await openEarly(page, '/contact');
    await page.getByLabel('Email').fill('not an address');
    release();
    await expect(page.getByText('Please enter a valid email address')).toBeVisible();
  });
});

test('a page that was open before sends its first requests before its application is there', async ({
  page,
  request,
}) => {
  await signIn(page, await register(request));
  await page.goto('/content');
  await expect(page.getByText('No content items found.')).toBeVisible();
  const stored = () => page.evaluate(() => localStorage.getItem('first-requests'));
  await expect.poll(stored).toContain('/api/content/items/');
  let asked: string[] = [];
  page.on('request', (request) => {
    // The page before may still connect to its live events.
    if (request.isNavigationRequest()) asked = [];
    if (request.url().includes('/api/')) asked.push(new URL(request.url()).pathname);
  });
  const release = await hold(page, '**/assets/app-*.js');
  await page.goto('/content', { waitUntil: 'commit' });
  await expect.poll(() => asked).toContain('/api/content/items/');
  expect(asked).not.toContain('/api/live/');
  release();
  await expect(page.getByText('No content items found.')).toBeVisible();
  // The application takes what was asked for, and does not ask again.
  expect(asked.filter((path) => path === '/api/content/items/')).toHaveLength(1);
  expect(asked.filter((path) => path === '/api/content/folders/')).toHaveLength(1);
});

test('a page hydrates while the server does not confirm the session', async ({ page, request }) => {
  allowFailures('401 POST /api/auth/token/refresh/');
  const person = await register(request);
  const [header, , signature] = person.access.split('.');
  const over = Buffer.from(JSON.stringify({ exp: 1 })).toString('base64url');
  await signIn(page, { ...person, access: `${header}.${over}.${signature}` });
  let refuse = () => {};
  await page.route('**/api/auth/token/refresh/', (route) => {
    refuse = () => void route.fulfill({ status: 401, json: { detail: 'over' } });
  });
  await page.goto('/');
  const banner = page.getByRole('banner');
  await expect(async () => {
    await banner.getByRole('button', { name: 'Theme' }).click();
    await expect(page.getByRole('menuitemradio', { name: 'Dark' })).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.keyboard.press('Escape');
  await expect(banner.getByRole('button', { name: person.name, exact: true })).toBeVisible();
  refuse();
  await expect(banner.getByRole('link', { name: 'Sign In' })).toBeVisible();
});

test('invalid data in browser storage does no harm', async ({ page }) => {
  allowFailures('401 POST /api/auth/token/refresh/');
  for (const stored of ['{broken', '[]', '{"state":{"user":{"name":5}}}']) {
    await page.goto('/before-paint.js');
    await page.evaluate((text) => {
      localStorage.setItem('access_token', 'x');
      localStorage.setItem('refresh_token', 'y');
      localStorage.setItem('auth-storage', text);
    }, stored);
    await page.goto('/');
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible();
  }
});
