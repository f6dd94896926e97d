import { withoutManyMarks } from '#contract/http/marks.ts';
import type { Network } from '#contract/networks/names.ts';
import { linksIn } from '#contract/networks/networks.ts';
import type { SendPart } from './adapter.ts';

/** The first link of a text, as an address; undefined where there is none. */
export const firstLink = (text: string, network: Network): string | undefined =>
  linksIn(text, network).find((link) => URL.canParse(link));

/** The address that people wrote, in whose place a link is sent. */
export const writtenAs = ({ links }: Pick<SendPart, 'links'>, link: string): string =>
  Object.entries(links).find(([, sent]) => sent === link)?.[0] ?? link;

/** A text as it is compared with what a network has: white space may be changed there. */
export const comparable = (text: string) =>
  withoutManyMarks(text).normalize('NFC').replaceAll(/\s+/g, '');
