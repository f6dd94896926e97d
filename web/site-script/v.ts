/**
 * The script for the site of a workspace (docs/analytics.md): how long a visit that came by a short
 * link is visible and focused, and what it leads to. It stores nothing, and does nothing for all
 * other visits. Built by itself into /v.js (scripts/site-script.ts), so it imports nothing.
 */

type Value = number | string | undefined;
type Options = { value?: Value; id?: string };
type Convert = ((name: string, options?: Options) => void) & {
  /** Calls from before the script was there. */
  q?: Parameters<Convert>[];
  /** The click id, for a form that a server receives. */
  click?: string;
};

/** As `CLICK_PARAMETER` of the contract. */
const PARAMETER = 'pf_click=';
/** A tab that is put aside again and again sends nothing for less. */
const MIN_MS = 1000;

/** The names of parameters by which an address stops working with another one: `isSigned` of the contract. */
const SIGNATURE =
  /^(?:(?:.*[-_.])?(?:sig|sign|signed|signature|hmac|mac|digest|token|jwt|auth)|key-pair-id|policy|hdne[at]s?|oh)$/i;
const isSigned = (query: string) =>
  query
    .slice(1)
    .split('&')
    .some((parameter) => SIGNATURE.test(parameter.split('=')[0] ?? ''));

const { currentScript } = document;
const endpoint =
  currentScript instanceof HTMLScriptElement ? new URL('v', currentScript.src).href : '';
const site = window as typeof window & { postfolio?: Convert };
const waiting = site.postfolio?.q ?? [];

const parameters = location.search.slice(1).split('&');
const isOurs = (parameter: string) => parameter.startsWith(PARAMETER);
const click = parameters.filter(isOurs).pop()?.slice(PARAMETER.length);

const randomId = () => Math.random().toString(36).slice(2) + Date.now().toString(36);

const send = (event: object) =>
  // As text: anything else would ask for permission first.
  navigator.sendBeacon(endpoint, JSON.stringify({ click, id: randomId(), ...event }));

const convert: Convert = (name, { value, id } = {}) => {
  if (!click || !endpoint) return;
  const worth = Number.parseFloat(String(value));
  send({
    kind: 'conversion',
    name,
    ...(worth >= 0 && { value: worth }),
    ...(id && { id }),
  });
};
site.postfolio = convert;

if (click && endpoint) {
  convert.click = click;
  const others = parameters.filter((parameter) => !isOurs(parameter)).join('&');
  history.replaceState(
    history.state,
    '',
    location.pathname + (others && `?${others}`) + location.hash,
  );

  let since = 0;
  let engaged = 0;
  let isFirst = true;
  const measure = () => {
    const now = performance.now();
    if (since) engaged += now - since;
    const isVisible = document.visibilityState === 'visible';
    since = isVisible && document.hasFocus() ? now : 0;
    // Also a visit that ends at once is a visit.
    if (isVisible || !(isFirst || engaged >= MIN_MS)) return;
    isFirst = false;
    const seconds = Math.round(engaged / 1000);
    engaged = 0;
    send({ kind: 'time', seconds: Math.min(seconds, 1800) });
  };
  measure();
  document.addEventListener('visibilitychange', measure);
  for (const type of ['focus', 'blur']) addEventListener(type, measure);

  // <button data-postfolio="signup" data-postfolio-value="12">, and the same of a form.
  for (const type of ['click', 'submit'])
    document.addEventListener(
      type,
      ({ target }) => {
        const element =
          target instanceof Element && target.closest<HTMLElement>('[data-postfolio]');
        if (!element || (element.tagName === 'FORM') !== (type === 'submit')) return;
        const { postfolio = '', postfolioValue: value } = element.dataset;
        convert(postfolio, { value });
      },
      true,
    );

  // Another page of the site belongs to the same visit. Nothing is stored: its address says so.
  addEventListener('click', ({ target, defaultPrevented }) => {
    const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[href]');
    if (defaultPrevented || !link || link.origin !== location.origin) return;
    const { href } = link;
    const [address = ''] = href.split('#');
    // The same page is not left, not even by '#'. A download, or a signed address, stays as it is.
    if (href.includes('#') && address === location.href.split('#')[0]) return;
    if (link.hasAttribute('download') || isSigned(link.search)) return;
    link.search += (link.search ? '&' : '?') + PARAMETER + click;
    // Whoever copies the address gets it as it was.
    setTimeout(() => {
      link.href = href;
    });
  });
}
for (const call of waiting) convert(...call);

export {};
