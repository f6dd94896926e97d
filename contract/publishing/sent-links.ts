import { addressOf } from '../networks/entities.ts';
import type { Network } from '../networks/names.ts';
import { entitiesOf, networks } from '../networks/networks.ts';
import type { CheckedPart } from './checks.ts';

/**
 * What becomes of the links of a post when it is published: UTM is added, and short links take their
 * place. The text that people write and approve stays as it is. All of it is pure.
 */

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

/** An address with what it lacks of UTM; one with a signature stays as it is. */
export function withUtm(address: string, utm: Utm, values: UtmValues): string {
  const { path, query, fragment } = split(address);
  const given = [...new URLSearchParams(query).keys()].map((key) => key.toLowerCase());
  if (given.some((key) => SIGNATURE.test(key))) return address;
  const added = UTM_FIELDS.flatMap((field) => {
    const value = utmValue(utm[field], values);
    if (value === '' || given.includes(`utm_${field}`)) return [];
    return [`utm_${field}=${encodeURIComponent(value)}`];
  });
  if (added.length === 0) return address;
  const place = /^https?:\/\/[^/]+$/i.test(path) ? `${path}/` : path;
  const former = query ? `${query}${query.endsWith('&') ? '' : '&'}` : '';
  return `${place}?${former}${added.join('&')}${fragment}`;
}

/** What a workspace wants of the links of its posts. */
export type LinkRules = {
  counts: boolean;
  hosts: readonly string[] | null;
  /** Channels whose links are not counted. */
  left_out: readonly number[];
  adds_utm: boolean;
  utm: Utm;
  /** Where short links of ours are, without their codes. */
  base: string;
};

/** Distinct links of a publication that change; more stay as they are. */
const MAX_LINKS = 500;

/** A link that is sent in another way: where it leads, and whether a short link leads there. */
export type SentLink = { address: string; target: string; isCounted: boolean };

/** The links of a post that are sent in another way on a channel. */
export function linksToSend(
  parts: readonly CheckedPart[],
  network: Network,
  channel: number,
  rules: LinkRules,
  values: UtmValues,
): SentLink[] {
  if (!rules.counts && !rules.adds_utm) return [];
  const isCounted = rules.counts && !rules.left_out.includes(channel);
  const addresses = new Set(parts.flatMap(({ text }) => addressesIn(text, network)));
  return [...addresses].slice(0, MAX_LINKS).flatMap((address) => {
    if (!URL.canParse(address) || isUnder(address, rules.base)) return [];
    const target = rules.adds_utm ? withUtm(address, rules.utm, values) : address;
    const counted = isCounted && isOf(new URL(address).hostname, rules.hosts);
    return counted || target !== address ? [{ address, target, isCounted: counted }] : [];
  });
}

const isUnder = (address: string, base: string) =>
  address
    .replace(/^https?:/i, '')
    .toLowerCase()
    .startsWith(base.replace(/^https?:/i, '').toLowerCase());

const isOf = (host: string, hosts: LinkRules['hosts']) =>
  hosts === null || hosts.some((own) => host === own || host.endsWith(`.${own}`));

/**
 * Whether a link of a text is meant as one: the name of a product that ends like a domain stays as it
 * is written.
 */
const isMeant = (link: string) => /^https?:\/\//i.test(link) || link.includes('/');

const addressesIn = (text: string, network: Network) =>
  entitiesOf(text, network).flatMap(({ kind, start, end }) => {
    const link = text.slice(start, end);
    return kind === 'link' && isMeant(link) ? [addressOf(link)] : [];
  });

/**
 * The parts with what is sent in place of addresses. Where a network shows another address than a link
 * leads to, the text stays as it is, and `links` says what is behind it.
 */
export function withSentLinks(
  parts: readonly CheckedPart[],
  network: Network,
  sent: ReadonlyMap<string, string>,
): CheckedPart[] {
  if (sent.size === 0) return [...parts];
  return parts.map((part) => {
    const links: Record<string, string> = {};
    let [text, done] = ['', 0];
    for (const { kind, start, end } of entitiesOf(part.text, network)) {
      const link = part.text.slice(start, end);
      const address = addressOf(link);
      const other = kind === 'link' && isMeant(link) ? sent.get(address) : undefined;
      if (other === undefined) continue;
      links[address] = other;
      text += part.text.slice(done, start) + other;
      done = end;
    }
    if (done === 0) return part;
    const isShown = networks[network].showsAddresses ?? true;
    return { ...part, links, ...(isShown && { text: text + part.text.slice(done) }) };
  });
}

/** As long as a code is. */
const SOME_CODE = 'XXXXXXX';

/** The parts as they will be sent, with a code that stands for those that are not made yet. */
export function previewLinks(
  parts: readonly CheckedPart[],
  network: Network,
  channel: number,
  rules: LinkRules,
  values: UtmValues,
): CheckedPart[] {
  const sent = linksToSend(parts, network, channel, rules, values).map(
    ({ address, target, isCounted }) =>
      [address, isCounted ? rules.base + SOME_CODE : target] as const,
  );
  return withSentLinks(parts, network, new Map(sent));
}
