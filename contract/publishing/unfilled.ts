import { tokensIn, undeclaredIn } from '../content/variables.ts';
import { type Choice, COMMENT, type Options } from '../networks/network-rules.ts';
import type { Finding } from './findings.ts';

/** Variables that would be sent as they are written. */

type Written = {
  text: string;
  media: readonly { alt: string }[];
  isComment: boolean;
  unfilled?: readonly string[];
};

/** What says so. */
const sentence = (name: string) =>
  `{{${name}}} is not filled in. Write \\{{${name}}} to publish it as it is`;

/** Of a part, and of the alt texts of its files. */
export const unfilledIn = ({ text, media, unfilled }: Written): string[] =>
  (unfilled ?? undeclaredIn([text, ...media.map(({ alt }) => alt)])).map(sentence);

/** Of the comments below a post, and of its choices, in which nothing is filled in. */
export function unfilledBeside(
  parts: readonly Written[],
  choices: readonly Choice[],
  options: Options,
): Finding[] {
  const below = parts.filter(({ isComment }) => isComment).flatMap(unfilledIn);
  const chosen = choices.flatMap(({ name, label }) => {
    if (name === COMMENT) return [];
    const variable = tokensIn(options[name] ?? '')[0];
    return variable ? [`${label}: {{${variable.name}}} is filled in in the text alone`] : [];
  });
  return [...below, ...chosen].map((text) => ({ level: 'error', text }));
}
