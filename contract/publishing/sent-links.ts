import { addressOf } from '../networks/entities.ts';
import type { Network } from '../networks/names.ts';
import { entitiesOf, networks } from '../networks/networks.ts';
import type { CheckedPart } from './checks.ts';
import { type Utm, type UtmValues, withUtm } from './utm.ts';

/**
 * What becomes of the links of a post when it is published: UTM is added, and short links take their
 * place. The text that people write and approve stays as it is. All of it is pure.
 */

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
  const addresses = new Set(
    parts.flatMap(({ text }) => (text.length > MAX_TEXT ? [] : addressesIn(text, network))),
  );
  return [...addresses].slice(0, MAX_LINKS).flatMap((address) => {
    if (!URL.canParse(address) || isUnder(address, rules.base)) return [];
    const target = rules.adds_utm ? withUtm(address, rules.utm, values) : address;
    const counted =
      isCounted && (rules.hosts === null || isHostOf(new URL(address).hostname, rules.hosts));
    return counted || target !== address ? [{ address, target, isCounted: counted }] : [];
  });
}

const isUnder = (address: string, base: string) =>
  address
    .replace(/^https?:/i, '')
    .toLowerCase()
    .startsWith(base.replace(/^https?:/i, '').toLowerCase());

/** Whether a host is one of these, or below one of them. */
export const isHostOf = (host: string, hosts: readonly string[]) =>
  hosts.some((own) => host === own || host.endsWith(`.${own}`));

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

/** A longer text fits on no network: it is refused as it is written. */
const MAX_TEXT = 70_000;

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
  const isShown = networks[network].showsAddresses ?? true;
  return parts.map((part) => {
    if (part.text.length > MAX_TEXT) return part;
    const left = new Map(sent);
    for (;;) {
      const { text, replaced } = replace(part.text, network, left);
      if (replaced.length === 0) return part;
      const links = Object.fromEntries(replaced.map(({ address, other }) => [address, other]));
      if (!isShown) return { ...part, links };
      // After a path, networks take more signs for a part of the link than after a host.
      const found = entitiesOf(text, network).filter(({ kind }) => kind === 'link');
      const grown = replaced.filter(({ start, other }) =>
        found.some((link) => link.start < start + other.length && link.end > start + other.length),
      );
      if (grown.length === 0) return { ...part, links, text };
      for (const { address } of grown) left.delete(address);
    }
  });
}

type Replaced = { address: string; other: string; start: number };

/** A text with other addresses, and where they are. */
function replace(before: string, network: Network, sent: ReadonlyMap<string, string>) {
  const replaced: Replaced[] = [];
  let [text, done] = ['', 0];
  for (const { kind, start, end } of entitiesOf(before, network)) {
    const link = before.slice(start, end);
    const address = addressOf(link);
    const other = kind === 'link' && isMeant(link) ? sent.get(address) : undefined;
    if (other === undefined) continue;
    text += before.slice(done, start);
    replaced.push({ address, other, start: text.length });
    text += other;
    done = end;
  }
  return { text: text + before.slice(done), replaced };
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
