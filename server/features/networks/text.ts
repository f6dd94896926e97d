import { withoutManyMarks } from '#contract/http/marks.ts';
import { entityRanges } from '#contract/networks/networks.ts';

/** The first link of a text, as an address; undefined where there is none. */
export function firstLink(text: string): string | undefined {
  const link = entityRanges(text)
    .map(([start, end]) => text.slice(start, end))
    .find((entity) => !/^[@#$＠＃＄]/.test(entity));
  const address = link && (/^https?:/i.test(link) ? link : `https://${link}`);
  return address && URL.canParse(address) ? address : undefined;
}

/** A text as it is compared with what a network has: white space may be changed there. */
export const comparable = (text: string) =>
  withoutManyMarks(text).normalize('NFC').replaceAll(/\s+/g, '');
