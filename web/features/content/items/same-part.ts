import { chosenFiles, type PartText } from '#contract/content/items.ts';
import { composed } from '#contract/http/marks.ts';
import { ALL_NETWORKS } from '#contract/networks/names.ts';

/** A text that is saved is composed: see `composed`. */
const isSameText = (a?: string, b?: string) =>
  a === b || (a !== undefined && b !== undefined && composed(a) === composed(b));

/** Whether two parts have the same texts and files. */
export const isSamePart = (a: PartText, b: PartText) =>
  isSameText(a.content, b.content) &&
  ALL_NETWORKS.every((network) => isSameText(a.network_texts[network], b.network_texts[network])) &&
  chosenFiles(a) === chosenFiles(b);
