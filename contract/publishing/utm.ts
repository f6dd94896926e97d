/** What is added to the addresses of links, so that the site they lead to knows where visits come from. */

export const UTM_FIELDS = ['source', 'medium', 'campaign', 'content', 'term'] as const;
export type Utm = Readonly<Record<(typeof UTM_FIELDS)[number], string>>;

export const PLACEHOLDERS = ['network', 'channel', 'folder', 'campaign', 'date', 'post'] as const;
export type UtmValues = Readonly<Record<(typeof PLACEHOLDERS)[number], string>>;

export const DEFAULT_UTM: Utm = {
  source: '{network}',
  medium: 'social',
  campaign: '{folder}',
  content: '{post}',
  term: '',
};

const PLACEHOLDER = /\{([^{}]*)\}/g;

/** What is wrong with a template, as a sentence; undefined where nothing is. */
export function wrongInTemplate(template: string): string | undefined {
  const isKnown = (name: string) => (PLACEHOLDERS as readonly string[]).includes(name);
  for (const [text, name = ''] of template.matchAll(PLACEHOLDER))
    if (!isKnown(name)) return `${text} isn’t a placeholder`;
  return undefined;
}

/** A template with its values: in lower case, with dashes in place of spaces. */
export const utmValue = (template: string, values: UtmValues): string =>
  template
    .replaceAll(PLACEHOLDER, (_, name: keyof UtmValues) => values[name] ?? '')
    .trim()
    .toLowerCase()
    .replaceAll(/\s+/g, '-');

/** Parameters that sign an address, which another parameter would make invalid. */
const SIGNATURE =
  /^(?:(?:.*[-_.])?(?:sig|sign|signed|signature|hmac|mac|digest|token|jwt|auth)|key-pair-id|policy|hdne[at]s?|oh)$/i;

/** An address in three: up to its query, the query, the fragment. */
function split(address: string) {
  const hash = address.indexOf('#');
  const head = hash < 0 ? address : address.slice(0, hash);
  const mark = head.indexOf('?');
  return {
    path: mark < 0 ? head : head.slice(0, mark),
    query: mark < 0 ? undefined : head.slice(mark + 1),
    fragment: hash < 0 ? '' : address.slice(hash),
  };
}

/** The names of the parameters of an address, in lower case. */
const parametersOf = (address: string) =>
  [...new URLSearchParams(split(address).query).keys()].map((key) => key.toLowerCase());

/** Whether an address stops working with another parameter. */
export const isSigned = (address: string): boolean =>
  parametersOf(address).some((key) => SIGNATURE.test(key));

/** An address with more in its query; all else stays as it is. */
export function withQuery(address: string, added: string): string {
  const { path, query, fragment } = split(address);
  const place = /^https?:\/\/[^/]+$/i.test(path) ? `${path}/` : path;
  const former = query ? `${query}${query.endsWith('&') ? '' : '&'}` : '';
  return `${place}?${former}${added}${fragment}`;
}

/** An address with what it lacks of UTM; one with a signature stays as it is. */
export function withUtm(address: string, utm: Utm, values: UtmValues): string {
  if (isSigned(address)) return address;
  const given = parametersOf(address);
  const added = UTM_FIELDS.flatMap((field) => {
    const value = utmValue(utm[field], values);
    if (value === '' || given.includes(`utm_${field}`)) return [];
    return [`utm_${field}=${encodeURIComponent(value)}`];
  });
  return added.length === 0 ? address : withQuery(address, added.join('&'));
}
