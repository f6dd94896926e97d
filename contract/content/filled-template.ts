import { MAX_CONTENT_LENGTH, type PartText } from './items.ts';
import type { Template, Values, Variable } from './templates.ts';
import { literal, replaceTokens } from './variables.ts';

/** What becomes of a template with values. Pure: the server makes the draft by it, and pages preview it. */

/** What is wrong with a value, as a sentence without its full stop; undefined where nothing is. */
export function wrongValue(variable: Variable, values: Values): string | undefined {
  const { label, kind, choices, is_required: isRequired } = variable;
  const value = filledIn(variable, values);
  if (value === '') return isRequired ? `${label} is missing` : undefined;
  if (kind === 'date' && !isDay(value)) return `${label} must be a day, such as 2026-01-31`;
  if (kind === 'link' && (/\s/.test(value) || !URL.canParse(addressOf(value))))
    return `${label} must be a link`;
  if (kind === 'choice' && !choices.includes(value)) return `${label} must be one of its choices`;
  if (kind !== 'long' && /[\r\n]/.test(value)) return `${label} must be one line`;
  return undefined;
}

const addressOf = (link: string) => (/^https?:\/\//i.test(link) ? link : `https://${link}`);

const isDay = (text: string) =>
  /^20\d\d-\d\d-\d\d$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text).toISOString().startsWith(text);

/** What was filled in, else the default. */
const filledIn = ({ name, default: preset }: Variable, values: Values) =>
  ((Object.hasOwn(values, name) ? values[name] : preset) ?? '').trim();

/** The text of a value. */
export function writtenValue(variable: Variable, values: Values, language: string | null): string {
  const value = filledIn(variable, values);
  if (variable.kind !== 'date' || !isDay(value)) return value;
  return new Intl.DateTimeFormat(language ?? 'en-GB', {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  }).format(new Date(value));
}

/**
 * A text with its declared variables filled in. A value that looks like a variable is written
 * literally, so that nothing in it is filled in later. What would be longer than any text is cut, and
 * still too long: a text of variables alone could else be longer than the memory of the process.
 */
export function fillText(
  text: string,
  { variables, language }: Pick<Template, 'variables' | 'language'>,
  values: Values,
): string {
  const known = new Map(
    variables.map((variable) => [variable.name, literal(writtenValue(variable, values, language))]),
  );
  let room = MAX_CONTENT_LENGTH + 1;
  return replaceTokens(text, ({ name, isLiteral }) => {
    const value = isLiteral ? undefined : known.get(name)?.slice(0, room);
    room -= value?.length ?? 0;
    return value;
  });
}

/** The parts of the draft that a template makes. */
export const fillTemplate = (
  template: Pick<Template, 'variables' | 'language' | 'items'>,
  values: Values,
): PartText[] => {
  const fill = (text: string) => fillText(text, template, values);
  return template.items.map(({ content, network_texts: own, media }) => ({
    content: fill(content),
    network_texts: Object.fromEntries(
      Object.entries(own).map(([network, text]) => [network, fill(text)]),
    ),
    media: media.map((file) => ({ ...file, alt: fill(file.alt) })),
  }));
};
