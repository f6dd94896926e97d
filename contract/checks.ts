import { fits, type Limits, limitOf, type Network, networks } from './networks.ts';

/** What a network would refuse, in the words of the publish dialog. */

export type Finding = {
  /** An error prevents publishing. */
  level: 'error' | 'warning';
  text: string;
  /** The part that it is about, from 0. */
  part?: number | undefined;
  /** What mends it: another time, or a change of the text. */
  mend?: { label: string; at: string } | undefined;
};

/** The findings that prevent publishing. */
export const errorsIn = (findings: readonly Finding[]): Finding[] =>
  findings.filter(({ level }) => level === 'error');

/** The choices of a publication that are sent with every part. */
export type Options = Readonly<Record<string, string>>;

/** A text as the network counts it, with what is counted beside it. */
function countedText(network: Network, text: string, options: Options = {}): string {
  const counted = networks[network].options?.filter((option) => option.counted) ?? [];
  return counted.map(({ name }) => options[name] ?? '').join('') + text;
}

/** Checks every part of a post against the rules of a network and an account. */
export function checkParts(
  network: Network,
  limits: Limits,
  parts: readonly string[],
  options: Options = {},
): Finding[] {
  const { name, count, bytes } = networks[network];
  return parts.flatMap((text, part): Finding[] => {
    const where = parts.length > 1 ? `Part ${part + 1}` : 'The text';
    if (text.trim() === '') return [{ level: 'error', text: `${where} is empty`, part }];
    const counted = countedText(network, text, options);
    if (fits(counted, network, limits)) return [];
    const over = count(counted, limits) - limitOf(network, limits);
    const sentence =
      over > 0
        ? `${where} has ${over} too many for ${name}`
        : `${where} is larger than the ${bytes} bytes that ${name} takes`;
    return [{ level: 'error', text: sentence, part }];
  });
}

/** The longest part, as the network counts it. */
export const longestPart = (
  network: Network,
  limits: Limits,
  parts: readonly string[],
  options: Options = {},
): number =>
  Math.max(
    0,
    ...parts.map((text) => networks[network].count(countedText(network, text, options), limits)),
  );
