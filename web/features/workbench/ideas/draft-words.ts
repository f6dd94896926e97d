import type { Claim, Draft } from '#contract/assistant/runs.ts';
import { plural } from '#web/lib/text.ts';

const listed = (texts: readonly string[]) =>
  texts.length > 1 ? `${texts.slice(0, -1).join(', ')}, and ${texts.at(-1)}` : (texts[0] ?? '');

const nameOfClaim = ({ kind, text }: Claim) =>
  kind === 'quotation' ? 'the quotation' : `“${text}”`;

/** What our comparison with what was read says: '4 numbers, all in what was read'. */
export function checkWords({ numbers, names, quotations, missing }: Draft['checked']): string {
  if (missing.length > 0)
    return `Not in what was read: ${listed([...new Set(missing.map(nameOfClaim))])}`;
  const counts = [
    numbers > 0 && plural(numbers, 'number'),
    names > 0 && plural(names, 'name'),
    quotations > 0 && plural(quotations, 'quotation'),
  ].filter((count) => count !== false);
  const all = numbers + names + quotations === 1 ? '' : 'all ';
  return counts.length > 0
    ? `${listed(counts)}, ${all}in what was read`
    : 'No numbers, names or quotations';
}
