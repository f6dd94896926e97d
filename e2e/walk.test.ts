import { createHash } from 'node:crypto';
import type { ElementHandle, Page } from '@playwright/test';
import { allowFailures, expect, type Person, test, undeclaredFailures } from './fixtures.ts';

/**
 * A person who presses whatever is there. What they do is random, and the same for the same seed, as
 * far as responses arrive alike. `WALK_SEED=… playwright test e2e/walk.test.ts` takes other walks;
 * several seeds are separated by commas.
 */
const SEEDS = (process.env.WALK_SEED ?? 'a walk').split(',');
const STEPS = 300;
/** On a slow machine a walk is shorter. */
const MOST_MS = 50_000;
/** The share of steps in an open menu or dialog, and in the main area. */
const NEAR = { layer: 0.85, main: 0.6 };
/** Nobody waits longer for the page before the next step. */
const SETTLE_MS = 2000;

/** Random numbers from 0 to 1, the same ones for a seed. */
function randomOf(seed: string) {
  let count = 0;
  return () => createHash('sha256').update(`${seed} ${count++}`).digest().readUInt32BE() / 2 ** 32;
}

/** What ends the session or the account, or leads to another server. */
const AVOIDED =
  /log ?out|sign out|delete my account|delete (the )?workspace|leave .*workspace|^continue to|log in at|connect x|end (the )?session/i;
const CONTROLS =
  'a[href], button, input, textarea, [role=menuitem], [role=menuitemradio], [role=option], [role=treeitem], [role=gridcell][tabindex="0"]';
const TEXTS = ['otters', 'Launch', 'a longer text, with “quotes”', '👩‍👩‍👧‍👦', '0', ' ', ''];
const KEYS = ['Escape', 'Tab', 'Enter', 'ArrowDown', 'ArrowRight', 'j', 'x', 'v', '/', '?', 'c'];

/** What is refused to a person who writes anything anywhere, and what was deleted before. */
const REFUSED = [
  'Error toast: Cannot remove A thread must have at least one item',
  'Error toast: Cannot undo',
  'Error toast: Not moved',
  'Error toast: Validation Error',
  '400 POST /api/channels/',
  '400 POST /api/contact/',
  '400 POST /api/invitations/',
  '400 POST /api/users/me/password/',
  '400 PUT /api/users/me/',
  '403 POST /api/invitations/',
  '404 GET /api/content/items/:id/',
  '404 PUT /api/content/items/:id/presence/',
];

type Control = { element: ElementHandle<HTMLElement>; name: string; kind: string };

/**
 * A control that can be pressed, chosen by numbers from 0 to 1; undefined where there is none. What
 * is in an open menu or dialog is likelier than what is beside it, and that of the page likelier than
 * that of the frame around it.
 */
async function chooseControl(page: Page, at: number, near: number): Promise<Control | undefined> {
  const found = await page.evaluateHandle(
    ({ selector, avoided, place, near, share }) => {
      const isReachable = (control: HTMLElement) => {
        control.scrollIntoView({ block: 'center', inline: 'center' });
        const { x, y, width, height } = control.getBoundingClientRect();
        const top = document.elementFromPoint(x + width / 2, y + height / 2);
        return top !== null && (control.contains(top) || top.contains(control));
      };
      const nameOf = (control: HTMLElement) =>
        (
          control.getAttribute('aria-label') ??
          (control as HTMLInputElement).labels?.[0]?.textContent ??
          control.textContent ??
          ''
        ).trim();
      const layers = '[role=menu], [role=listbox], [role=dialog], [role=alertdialog]';
      const layer = [...document.querySelectorAll(layers)].findLast((shown) =>
        shown.checkVisibility(),
      );
      const area =
        (near < share.layer && layer) ||
        (near < share.main && document.querySelector('main')) ||
        document;
      const all = [...area.querySelectorAll<HTMLElement>(selector)].filter(
        (control) =>
          control.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
          !control.closest('[inert], [aria-hidden=true], [aria-disabled=true]') &&
          !(control as HTMLButtonElement).disabled &&
          !new RegExp(avoided, 'i').test(nameOf(control)) &&
          !(control instanceof HTMLAnchorElement && control.origin !== location.origin) &&
          !(control instanceof HTMLAnchorElement && /^\/api\//.test(control.pathname)),
      );
      for (let tries = 0; tries < all.length; tries++) {
        const control = all[(Math.floor(place * all.length) + tries) % all.length];
        if (control && isReachable(control)) {
          const role = control.getAttribute('role') ?? control.localName;
          const type = control.getAttribute('type');
          const kind = role === 'input' ? `input ${type}` : role;
          return { control, kind, name: nameOf(control).replaceAll(/\s+/g, ' ').slice(0, 60) };
        }
      }
      return null;
    },
    { selector: CONTROLS, avoided: AVOIDED.source, place: at, near, share: NEAR },
  );
  const control = (await found.getProperty('control').catch(() => undefined))?.asElement();
  if (!control) return undefined;
  const { kind, name } = await found.evaluate((chosen) => ({
    kind: chosen?.kind,
    name: chosen?.name,
  }));
  return {
    element: control as ElementHandle<HTMLElement>,
    kind: kind ?? '',
    name: name ?? '',
  };
}

/** What a person would write into a field. */
function textFor({ kind, name }: Control, random: () => number): string {
  if (kind === 'input date') return `2030-0${1 + Math.floor(random() * 9)}-15`;
  if (kind === 'input time') return `1${Math.floor(random() * 10)}:30`;
  if (kind === 'input number') return String(Math.floor(random() * 40));
  if (kind === 'input email' || /email/i.test(name)) return 'somebody@example.org';
  return TEXTS[Math.floor(random() * TEXTS.length)] ?? '';
}

/** Waits until nothing is requested any more: a person looks before the next step. */
function watchRequests(page: Page) {
  const open = new Set<object>();
  page.on('request', (request) => {
    if (!request.url().includes('/api/live/')) open.add(request);
  });
  page.on('requestfinished', (request) => open.delete(request));
  page.on('requestfailed', (request) => open.delete(request));
  const frames = () =>
    page.evaluate(
      () =>
        new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn(0)))),
    );
  return async () => {
    const end = Date.now() + SETTLE_MS;
    // Twice: what was drawn may ask for more.
    for (let calm = 0; calm < 2 && Date.now() < end; ) {
      await frames().catch(() => {});
      calm = open.size === 0 ? calm + 1 : 0;
    }
  };
}

const placeInHistory = (page: Page) =>
  page.evaluate(() => window.navigation.currentEntry?.index ?? 0);

/** One step, and what it was. */
async function step(page: Page, random: () => number, start: number): Promise<string> {
  const way = random();
  const place = random();
  const at = new URL(page.url());
  const where = at.pathname + at.search;
  if (way < 0.08) {
    const key = KEYS[Math.floor(place * KEYS.length)] ?? 'Escape';
    await page.keyboard.press(key);
    return `${where}: key ${key}`;
  }
  if (way < 0.13) {
    // Not to the page before the application.
    if ((await placeInHistory(page)) <= start) return `${where}: at the beginning`;
    await page.goBack();
    return `${where}: Back`;
  }
  if (way < 0.15) {
    await page.goForward();
    return `${where}: Forward`;
  }
  const control = await chooseControl(page, place, random());
  if (!control) {
    await page.keyboard.press('Escape');
    return `${where}: nothing to press, Escape`;
  }
  const { element, kind, name } = control;
  const isText = /^(textarea|input (?!checkbox|radio|file|range))/.test(kind);
  const text = isText ? textFor(control, random) : '';
  const did = `${where}: ${isText ? `write "${text}" into` : 'press'} ${kind} "${name}"`;
  // It may have gone meanwhile: a person would press something else.
  const press = isText
    ? element.fill(text, { timeout: 1000 })
    : element.click({ timeout: 1000, noWaitAfter: true });
  const missed = await press.then(
    () => '',
    () => ' (gone)',
  );
  await element.dispose();
  return did + missed;
}

/** A workspace in which there is something to press everywhere. */
async function furnish(page: Page, person: Person) {
  const [launch, clients] = [await person.folder('Launch'), await person.folder('Clients')];
  await person.folder('Northwind', { parent: clients.id });
  for (const status of ['draft', 'review', 'approved', 'published', 'archived'])
    await person.item(launch.id, `A text that is ${status}`, { status, tags: ['spring'] });
  const [root] = await person.thread(launch.id, ['The root', 'A reply', 'Another reply']);
  const headers = { authorization: `Bearer ${person.access}` };
  const data = { network: 'practice', fields: { name: 'Harbour' } };
  const { id } = await (await page.request.post('/api/channels/', { headers, data })).json();
  await page.request.put(`/api/channels/${id}/slots/`, {
    headers,
    data: { slots: [1, 2, 3, 4, 5].map((weekday) => ({ weekday, time: '09:00' })) },
  });
  await page.request.post(`/api/content/items/${root?.id}/publications/`, {
    headers,
    data: { channels: [id], at: 'queue' },
  });
}

for (const seed of SEEDS)
  test(`a random walk breaks nothing, seed ${seed}`, { tag: '@slow' }, async ({ page, person }) => {
    test.setTimeout(120_000);
    const end = Date.now() + MOST_MS;
    allowFailures(...REFUSED);
    const random = randomOf(seed);
    await furnish(page, person);
    const settle = watchRequests(page);
    await page.goto('/content');
    await settle();
    const start = await placeInHistory(page);
    const steps: string[] = [];
    while (steps.length < STEPS && Date.now() < end) {
      steps.push(await step(page, random, start));
      await settle();
      const last = steps.map((did, n) => `${n + 1}. ${did}`).slice(-30);
      expect(undeclaredFailures(), `after these steps:\n${last.join('\n')}\n`).toEqual([]);
      expect(new URL(page.url()).origin, 'the walk stays in the application').toBe(
        new URL(test.info().project.use.baseURL ?? '').origin,
      );
    }
    if (process.env.WALK_LOG) console.log(steps.join('\n'));
  });
