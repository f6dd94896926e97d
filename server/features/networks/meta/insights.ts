import { z } from 'zod';
import type { Network } from '#contract/networks/names.ts';
import { Count } from '../counts.ts';
import { NetworkError } from '../failures.ts';
import type { Installation } from '../oauth.ts';
import type { GraphApi } from './graph.ts';

/**
 * Insights of the Graph API: metrics of a post by name. Meta refuses a call as a whole for a name that
 * it has retired, or that this kind of post does not have: such names are left out for a day.
 */

const REFUSED_MS = 24 * 60 * 60_000;
/** An unknown name; `100.33` says that the post is not there. */
const UNKNOWN_NAME = /^(100|3001)(\.(?!33$)\d+)?$/;
const NO_PERMISSION = /^(10|2\d\d)(\.|$)/;

export const Answer = z.object({
  data: z.array(
    z.object({
      name: z.string(),
      values: z
        .array(z.object({ value: z.unknown() }))
        .optional()
        .catch(undefined),
      total_value: z.object({ value: z.unknown() }).optional().catch(undefined),
    }),
  ),
});

/** What was counted, by name. */
export type Insights = ReturnType<typeof insightsOf>;

export function insightsOf({ data }: z.output<typeof Answer>) {
  const values = new Map(
    data.map(({ name, values: [first] = [], total_value }) => [
      name,
      (total_value ?? first)?.value,
    ]),
  );
  /** Counts by kind; undefined where the network said nothing. */
  const countsOf = (name: string) =>
    z.record(z.string(), Count).optional().catch(undefined).parse(values.get(name));
  return {
    isEmpty: values.size === 0,
    count: (name: string) => Count.parse(values.get(name)),
    /** One of the kinds that a metric is divided into: a kind that is left out has none. */
    countOf: (name: string, kind: string) => {
      const counts = countsOf(name);
      return counts && (counts[kind] ?? 0);
    },
    /** All kinds that a metric is divided into. */
    sum: (name: string) => {
      const counts = countsOf(name);
      return counts && Object.values(counts).reduce<number>((sum, n) => sum + (n ?? 0), 0);
    },
  };
}

export const lacksPermission = ({ code }: NetworkError) => NO_PERMISSION.test(code);

/** What a call says about a post that is not there any more. */
export const isAbsent = (error: unknown) =>
  error instanceof NetworkError && error.code === '100.33';

const isUnknownName = (error: unknown) =>
  error instanceof NetworkError && UNKNOWN_NAME.test(error.code);

export function createInsights(
  network: Network,
  { clock, log }: Pick<Installation, 'clock' | 'log'>,
) {
  /** When names are tried again, by kind of post and name. */
  const refused = new Map<string, number>();

  /** Without those that were refused lately. */
  const accepted = (kind: string, names: readonly string[]) =>
    names.filter((name) => !((refused.get(`${kind} ${name}`) ?? 0) > clock.now()));

  /** Asks for each name in a call of its own, and remembers which are refused. */
  async function readSingly(
    kind: string,
    names: readonly string[],
    ask: (names: readonly string[]) => Promise<z.output<typeof Answer>>,
    refusal: unknown,
  ) {
    const data: z.output<typeof Answer>['data'] = [];
    const unknown: string[] = [];
    for (const name of names) {
      const read = await ask([name]).catch((error: unknown) => {
        if (!isUnknownName(error)) throw error;
        unknown.push(name);
        return { data: [] };
      });
      data.push(...read.data);
    }
    // It is the post that is refused.
    if (unknown.length === names.length) throw refusal;
    for (const name of unknown) refused.set(`${kind} ${name}`, clock.now() + REFUSED_MS);
    log.warn({ network, kind, metrics: unknown }, 'the network refuses metrics: they are left out');
    return { data };
  }

  return {
    accepted,

    /** @param kind of post: each has names of its own */
    read: async (
      api: GraphApi,
      path: string,
      kind: string,
      names: readonly string[],
    ): Promise<Insights> => {
      const asked = accepted(kind, names);
      const ask = (some: readonly string[]) => api.get(path, Answer, { metric: some.join(',') });
      const answer = await ask(asked).catch((error: unknown) => {
        if (!isUnknownName(error)) throw error;
        return readSingly(kind, asked, ask, error);
      });
      return insightsOf(answer);
    },
  };
}
