// Measures searches in the large workspace (seed.ts), and checks their results. Called by run.ts.
import { QUERIES } from '../server/testing/posts.ts';

const TIMES = 5;

export type SearchRow = {
  query: string;
  first: string;
  why: string;
  count: number;
  relevance: number;
  newest: number;
};

/** Asks each query several times, by relevance and by date; the median in milliseconds. */
export async function measureSearch(base: string, authorization: string) {
  const ask = async (q: string, ordering: string) => {
    const taken: number[] = [];
    let found = { count: 0, results: [] as { title: string }[] };
    for (let n = 0; n < TIMES; n++) {
      const begun = performance.now();
      const response = await fetch(
        `${base}/api/content/items/search/?${new URLSearchParams({ q, ordering })}`,
        { headers: { authorization } },
      );
      found = await response.json();
      taken.push(performance.now() - begun);
    }
    return { ...found, ms: taken.sort((a, b) => a - b)[Math.floor(TIMES / 2)] ?? 0 };
  };
  const rows: SearchRow[] = [];
  for (const [query, first, why] of QUERIES) {
    const { count, results, ms: relevance } = await ask(query, 'relevance');
    if (results[0]?.title !== first)
      throw new Error(`'${query}' found '${results[0]?.title}' before '${first}'`);
    const { ms: newest } = await ask(query, '-created_at');
    rows.push({ query, first, why, count, relevance, newest });
  }
  const slowest = Math.max(...rows.map(({ relevance, newest }) => Math.max(relevance, newest)));
  console.log(`search: ${rows.length} queries, the slowest ${slowest.toFixed(0)} ms`);
  return rows;
}
