import { z } from 'zod';
import type { Limits } from '#contract/networks/network-rules.ts';
import { AppError, invalid } from '../../../errors.ts';
import { NetworkError } from '../failures.ts';
import { hostOf, unreachable } from '../server-url.ts';
import type { MastodonClient } from './client.ts';

/** What a server of Mastodon says of itself. */

const Count = z.int().min(1).max(1_000_000).optional().catch(undefined);
const Instance = z.object({
  title: z.string().catch(''),
  configuration: z
    .object({
      statuses: z
        .object({ max_characters: Count, characters_reserved_per_url: Count })
        .catch({ max_characters: undefined, characters_reserved_per_url: undefined }),
    })
    .optional()
    .catch(undefined),
  max_toot_chars: Count,
});

export async function readInstance(mastodon: MastodonClient, origin: string, signal: AbortSignal) {
  const read = (path: string) =>
    mastodon.call(origin, path, { signal }).then(({ body }) => Instance.parse(body));
  const { title, configuration, max_toot_chars } = await read('/api/v2/instance').catch(
    (error: unknown) => {
      if (error instanceof NetworkError && error.kind !== 'rejected') throw error;
      return read('/api/v1/instance');
    },
  );
  const { max_characters = max_toot_chars, characters_reserved_per_url: link } =
    configuration?.statuses ?? {};
  const limits: Limits = {
    ...(max_characters && { characters: max_characters }),
    ...(link && { link }),
  };
  return { name: title, limits };
}

/** Asks a server that a person named; what is wrong with it is an error of the field. */
export async function askServer<Result>(
  origin: string,
  ask: () => Promise<Result>,
): Promise<Result> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof AppError) throw error;
    const known = unreachable(error, 'server', origin);
    if (known) throw known;
    throw invalid({ server: [`${hostOf(origin)} doesn’t support the Mastodon API.`] });
  }
}
