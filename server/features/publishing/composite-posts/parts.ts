import { type PartText, partCreateShape } from '#contract/content/items.ts';
import { fieldErrors } from '#contract/http/errors.ts';
import type { Network } from '#contract/networks/names.ts';
import type { GivenFile } from '#contract/publishing/composite-posts.ts';
import { invalid } from '../../../errors.ts';

/** The parts of a post as requests say them: a text alone, or each with its files and own texts. */

type Networks = { [Name in Network]?: { text?: string | undefined } | undefined };

export type GivenPart = {
  id?: number | undefined;
  version?: number | undefined;
  text: string;
  media?: readonly GivenFile[] | undefined;
  networks?: Networks | undefined;
};

/** A part with all that may be said of it. */
export const partOf = (given: string | GivenPart): GivenPart =>
  typeof given === 'string' ? { text: given } : given;

/** @throws AppError 400 where the texts are too long in all */
export function networkTexts(networks: Networks): PartText['network_texts'] {
  const texts = Object.entries(networks).flatMap(([network, own]) =>
    own?.text === undefined ? [] : [[network, own.text]],
  );
  const { data, error } = partCreateShape.network_texts.safeParse(Object.fromEntries(texts));
  if (!data) throw invalid({ networks: Object.values(fieldErrors(error)).flat() });
  return data;
}
