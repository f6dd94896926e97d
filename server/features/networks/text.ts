import { withoutManyMarks } from '#contract/http/marks.ts';
import type { Network } from '#contract/networks/names.ts';
import { linksIn } from '#contract/networks/networks.ts';

/** The first link of a text, as an address; undefined where there is none. */
export const firstLink = (text: string, network: Network): string | undefined =>
  linksIn(text, network).find((link) => URL.canParse(link));

/** A text as it is compared with what a network has: white space may be changed there. */
export const comparable = (text: string) =>
  withoutManyMarks(text).normalize('NFC').replaceAll(/\s+/g, '');
