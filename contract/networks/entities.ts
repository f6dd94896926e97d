import { endOfPath, KNOWN, type LinkSyntax } from './link-ends.ts';
import { xLinksOf } from './x-links.ts';

/**
 * Finds links, mentions, hashtags and cashtags in a text, by the syntax of a network, which its rules
 * contain. Editor, previews, counts, cards and checks ask here. All of it is linear in the length of
 * a text.
 */

/** Its position is in UTF-16 units. */
export type Entity = {
  kind: 'link' | 'mention' | 'hashtag' | 'cashtag';
  start: number;
  end: number;
};

/** What a network marks in a text. */
export type Syntax = {
  links: LinkSyntax;
  mentions?: RegExp;
  hashtags?: RegExp;
  cashtags?: RegExp;
  /** How long a hashtag may be whose punctuation at the end belongs to the sentence. */
  trimmedHashtag?: number;
};

/** A longer one does not work anywhere, and some networks do not take it for a link. */
const MAX_LINK = 4096;

/**
 * Ours, and those of networks that publish no rule: international paths are whole, brackets come in
 * pairs, quotation marks, full-width punctuation and invisible characters end a link.
 */
export const WHOLE: LinkSyntax = {
  path: /[^\s\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069<>()[\]{}"`“”„‟«»‹›‘「」『』【】〈〉《》〔〕（）［］｛｝、。，．：；！？…—]*/y,
  pathEnd: /[^\p{P}~|]|[/_#%&@-]/u,
  needsDomain: false,
};

/** What twitter-text takes for a query, and others with it. */
export const QUERY = { query: /[\w!?*'@;:&=+$/%#\-.,~|]*/y, queryEnd: /[\w\-&=#/]/ };

/** Where a network publishes no rule: words of letters and digits, not inside of others. */
const HASHTAG =
  /(?<![\p{L}\p{N}\p{M}_&/#＃@])[#＃](?![\ufe0f\u20e3])(?=[\p{N}_]{0,100}[\p{L}\p{M}\p{Extended_Pictographic}])[\u200d\ufe0f\p{L}\p{M}\p{N}_\p{Extended_Pictographic}]{1,100}/gu;
const NAME = /(?<![\w@＠./&-])@[a-z0-9_](?:[a-z0-9_.]{0,28}[a-z0-9_])?(?![\w@])/gi;

/** The syntax of a network that publishes none, and has no mentions in plain text. */
export const PLAIN: Syntax = { links: { ...WHOLE, bare: 'whole' }, hashtags: HASHTAG };
export const WITH_NAMES: Syntax = { ...PLAIN, mentions: NAME };

const PROTOCOL = /(?<![a-z0-9@＠$#＃])https?:\/\//gi;
/** The longest host has 253 characters. */
const HOST = /[\p{L}\p{N}\p{M}._-]{1,253}/uy;
/** Of a domain, between two full stops. */
const LABEL = /^[\p{L}\p{N}_](?:[\p{L}\p{N}\p{M}_-]{0,61}[\p{L}\p{N}\p{M}_])?$/u;
/** A run that may be a domain: not inside of a word, an address or a path. */
const BARE = /(?<![a-z0-9@＠$#＃._/-])[a-z0-9][a-z0-9.-]{2,252}/gi;
/** What makes of a domain an address of mail, or a word. */
const GOES_ON = { known: /^[\w@＠+-]/, whole: /^[\p{L}\p{N}@＠+-]/u };

/** The entities of a text in their order; none overlap. */
export function findEntities(text: string, syntax: Syntax): Entity[] {
  const { links, mentions, hashtags, cashtags } = syntax;
  const found = linksOf(text, links);
  const add = (kind: Entity['kind'], pattern: RegExp | undefined) => {
    for (const { 0: match, index } of pattern ? text.matchAll(pattern) : []) {
      const end = index + (kind === 'hashtag' ? lengthOfHashtag(match, syntax) : match.length);
      if (end > index + 1) found.push({ kind, start: index, end });
    }
  };
  add('mention', mentions);
  add('hashtag', hashtags);
  add('cashtag', cashtags);
  return withoutOverlaps(found);
}

/** The links of a text, as absolute addresses, in their order and as often as they are there. */
export const findLinks = (text: string, syntax: Syntax): string[] =>
  linksOf(text, syntax.links)
    .sort((a, b) => a.start - b.start)
    .map(({ start, end }) => addressOf(text.slice(start, end)));

/** How many of a kind a text has. */
export const countOfKind = (text: string, syntax: Syntax, kind: Entity['kind']): number =>
  findEntities(text, syntax).filter((entity) => entity.kind === kind).length;

/** The address of a link as it stands in a text. */
export const addressOf = (link: string) => (/^https?:/i.test(link) ? link : `https://${link}`);

/** The earlier one stays, and a link before what is inside of it. */
function withoutOverlaps(entities: Entity[]): Entity[] {
  // The order of kinds is kept among those that begin at the same place.
  const sorted = entities.toSorted((a, b) => a.start - b.start);
  const kept: Entity[] = [];
  for (const entity of sorted) if (entity.start >= (kept.at(-1)?.end ?? 0)) kept.push(entity);
  return kept;
}

/** The length of what is a hashtag of a match; 0 where it is none. */
function lengthOfHashtag(match: string, { trimmedHashtag }: Syntax): number {
  if (trimmedHashtag === undefined) return match.length;
  const tag = match.slice(1).replace(/\p{P}+$/u, '');
  const isTag = /[^\d\p{P}]/u.test(tag) && tag.length <= trimmedHashtag;
  return isTag ? tag.length + 1 : 0;
}

function linksOf(text: string, syntax: LinkSyntax): Entity[] {
  if (syntax.bare === 'x') return xLinksOf(text, syntax).filter(isUsable);
  const found: Entity[] = [];
  let from = 0;
  const add = (start: number, end: number) => {
    found.push({ kind: 'link', start, end });
    from = end;
  };
  for (const { 0: protocol, index } of text.matchAll(PROTOCOL)) {
    if (index < from) continue;
    const end = endOfLink(text, index + protocol.length, syntax);
    // What is inside of a link is none, also where the link is too long.
    if (end) add(index, end);
  }
  if (!syntax.bare || !text.includes('.')) return found.filter(isUsable);
  const taken = found.slice();
  from = 0;
  let next = 0;
  for (const { 0: run, index } of text.matchAll(BARE)) {
    while ((taken[next]?.end ?? Number.POSITIVE_INFINITY) <= index) next++;
    const isTaken = (taken[next]?.start ?? Number.POSITIVE_INFINITY) < index + run.length;
    if (isTaken || index < from) continue;
    const end = endOfBareLink(text, index, run, syntax);
    if (end) add(index, end);
  }
  return found.filter(isUsable);
}

const isUsable = ({ start, end }: Entity) => end - start <= MAX_LINK;

/** Where a link ends whose host begins here; undefined where it is none. */
function endOfLink(text: string, start: number, syntax: LinkSyntax): number | undefined {
  HOST.lastIndex = start;
  const run = withoutDots(HOST.exec(text)?.[0] ?? '');
  const host = syntax.needsDomain ? knownDomain(run) : run;
  if (!host || !/[\p{L}\p{N}]$/u.test(host)) return undefined;
  if (syntax.needsDomain && GOES_ON.known.test(text.slice(start + host.length))) return undefined;
  return endOfPath(text, start + host.length, syntax);
}

function endOfBareLink(
  text: string,
  start: number,
  run: string,
  syntax: LinkSyntax,
): number | undefined {
  const domain = withoutDots(run);
  const after = start + domain.length;
  if (knownDomain(domain) !== domain) return undefined;
  if (GOES_ON.whole.test(text.slice(after, after + 2))) return undefined;
  return endOfPath(text, after, syntax);
}

/** A host without the full stop or the dash that ends a sentence. */
function withoutDots(run: string): string {
  let end = run.length;
  while (/[.-]/.test(run[end - 1] ?? '')) end--;
  return run.slice(0, end);
}

/** The longest beginning of labels that is below a top-level domain that exists. */
function knownDomain(run: string): string | undefined {
  const labels = run.split('.');
  let count = 0;
  while (count < labels.length && LABEL.test(labels[count] as string)) count++;
  while (count >= 2 && !KNOWN.has((labels[count - 1] as string).toLowerCase())) count--;
  return count >= 2 ? labels.slice(0, count).join('.') : undefined;
}
