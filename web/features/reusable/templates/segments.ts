import { writtenValue, wrongValue } from '#contract/content/filled-template.ts';
import { mentionOf, sentMention } from '#contract/content/mentions.ts';
import type { Template, Values } from '#contract/content/templates.ts';
import { isFixed, tokensIn } from '#contract/content/variables.ts';
import { type FixedFacts, fixedValue } from '#contract/publishing/fixed-variables.ts';

/** A segment of a text with one look; `at` is its position in the pattern. */
export type Segment = {
  text: string;
  look: 'text' | 'variable' | 'fixed' | 'missing' | 'undeclared';
  at: number;
};

/** What a pattern is shown with: the names of its variables, or what they become. */
export type Shown = { values?: Values | undefined; facts?: FixedFacts | undefined };

/** The segments of a text of a template. */
export function segmentsOf(
  text: string,
  { variables, language }: Pick<Template, 'variables' | 'language'>,
  { values, facts }: Shown,
): Segment[] {
  const segments: Segment[] = [];
  let done = 0;
  const upTo = (to: number) => {
    if (to > done) segments.push({ text: text.slice(done, to), look: 'text', at: done });
    done = to;
  };
  for (const { name, isLiteral, start, end } of tokensIn(text)) {
    upTo(start);
    done = end;
    const mention = mentionOf(name);
    const variable = variables.find((entry) => entry.name === name);
    const add = (look: Segment['look'], shown: string) =>
      segments.push({ text: shown, look, at: start });
    if (isLiteral) add('text', text.slice(start + 1, end));
    else if (variable && !values) add('variable', name);
    else if (variable && values) {
      const written = writtenValue(variable, values, language);
      const isMissing = written === '' && wrongValue(variable, values) !== undefined;
      add(isMissing ? 'missing' : 'text', isMissing ? name : written);
    } else if (isFixed(name)) add('fixed', facts ? fixedValue(name, facts, language) : name);
    else if (mention) add('fixed', facts ? sentMention(mention, facts.network) : mention.name);
    else add('undeclared', text.slice(start, end));
  }
  upTo(text.length);
  return segments;
}
