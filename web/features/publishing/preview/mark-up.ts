import type { Network } from '#contract/networks/names.ts';
import { entitiesOf, linksIn, maxPrefixLength } from '#contract/networks/networks.ts';

/** A segment of a text with one look: plain, a link, or over the limit. `at` is its position. */
export type Run = { text: string; look: 'text' | 'link' | 'over'; at: number };

/** Splits a text into segments of one look. */
export function markUp(content: string, network: Network): Run[] {
  const end = maxPrefixLength(content, network);
  const runs: Run[] = [];
  let done = 0;
  const upTo = (to: number, look: Run['look']) => {
    if (to <= done) return;
    runs.push({ text: content.slice(done, to), look, at: done });
    done = to;
  };
  for (const { start, end: to } of entitiesOf(content.slice(0, end), network)) {
    upTo(start, 'text');
    upTo(to, 'link');
  }
  upTo(end, 'text');
  upTo(content.length, 'over');
  return runs;
}

/** The page that the first link leads to, of which networks show a card; undefined without one. */
export function linkIn(
  content: string,
  network: Network,
): { host: string; path: string } | undefined {
  const url = linksIn(content, network).find((link) => URL.canParse(link));
  if (!url) return undefined;
  const { host, pathname } = new URL(url);
  return { host: host.replace(/^www\./, ''), path: pathname === '/' ? '' : pathname };
}
