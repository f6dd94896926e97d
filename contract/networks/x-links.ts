import { endOfPath, KNOWN, type LinkSyntax } from './link-ends.ts';

/**
 * Where X finds links: what it publishes as twitter-text, in linear time. A host may have any sign but
 * punctuation; a top-level domain ends before a letter of another script; a domain without a protocol is
 * Latin, and may be a part of a longer word.
 */

const PROTOCOL = /(?<![a-z0-9@＠$#＃\ufffe\ufeff\uffff])https?:\/\//gi;
/** The longest host has 253 characters. */
const HOST =
  /[^/!'#%&()*+,\\:;<=>?@[\]^{|}~$\s\u0085\u180e\ufffe\ufeff\uffff\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]{1,253}/y;
const RUN = new RegExp(HOST.source, 'g');
const SUBDOMAIN = /^[^-_](?:.*[^-_])?$/su;
const DOMAIN = /^[^-_](?:[^_]*[^-_])?$/su;
const LATIN =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: marks are characters of their own
  /[-.a-z0-9\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u0253\u0254\u0256\u0257\u0259\u025b\u0263\u0268\u026f\u0272\u0289\u028b\u02bb\u0300-\u036f\u1e00-\u1eff]+/gi;
const PUNYCODE = /^xn--[-0-9a-z]+/i;
/** What no top-level domain is followed by. */
const GOES_ON = /^[0-9a-z@+-]/i;
const LONGEST_TLD = 24;
const SHORT =
  /^https?:\/\/t\.co\/([a-z0-9]+)(?:\?[a-z0-9!?*'@();:&=+$/%#[\]\-_.,~|]*[a-z0-9\-_&=#/])?/i;
const MAX_SLUG = 40;

type Link = { kind: 'link'; start: number; end: number };

export function xLinksOf(text: string, syntax: LinkSyntax): Link[] {
  const found: Link[] = [];
  if (!text.includes('.')) return found;
  const add = (start: number, end: number) => found.push({ kind: 'link', start, end });
  let from = 0;
  for (const { 0: protocol, index } of text.matchAll(PROTOCOL)) {
    if (index < from) continue;
    HOST.lastIndex = index + protocol.length;
    const run = HOST.exec(text)?.[0] ?? '';
    const length = hostOf(run, text[HOST.lastIndex] ?? '');
    if (length === undefined) continue;
    const end = endOfPath(text, index + protocol.length + length, syntax);
    from = end;
    const short = SHORT.exec(text.slice(index, end));
    if (!short) add(index, end);
    else if ((short[1] as string).length <= MAX_SLUG) add(index, index + short[0].length);
  }
  const taken = found.slice();
  let next = 0;
  from = 0;
  for (const { 0: run, index } of text.matchAll(RUN)) {
    while ((taken[next]?.end ?? Number.POSITIVE_INFINITY) <= index) next++;
    const end = index + run.length;
    if ((taken[next]?.start ?? Number.POSITIVE_INFINITY) < end) continue;
    // More than one domain may be in a run.
    for (let at = Math.max(index, from); at < end; ) {
      at = addBare(text, at, text.slice(at, end), syntax, add);
      from = at;
    }
  }
  return found;
}

/** Adds the domains of a run; returns where the next one may begin. */
function addBare(
  text: string,
  index: number,
  run: string,
  syntax: LinkSyntax,
  add: (start: number, end: number) => void,
): number {
  const before = text[index - 1] ?? '';
  // Not in a path, nor behind such a sign. After the sign of a mention, only behind a letter of another script.
  if (before === '/' || /^[-_.]/.test(run)) return index + run.length;
  const isGlued = /[@$#a-z0-9]/i.test(before);
  const skipped = isGlued ? run.search(/[^\w.-]/) + 1 : 0;
  if (isGlued && skipped === 0) return index + run.length;
  const start = index + skipped;
  const length = hostOf(run.slice(skipped), text[index + run.length] ?? '');
  if (length === undefined) return index + run.length;
  const host = text.slice(start, start + length);
  const domains = latinDomains(host);
  const end = endOfPath(text, start + length, syntax);
  const hasPath = /^(?::\d{1,5})?\//.test(text.slice(start + length, end));
  for (const [at, domain] of domains.entries()) {
    const isLast = at === domains.length - 1;
    add(start + domain.start, isLast && hasPath ? end : start + domain.end);
  }
  return end;
}

/** The length of the longest host that a run begins with. `next`: what follows the run. */
function hostOf(run: string, next: string): number | undefined {
  const labels = run.split('.');
  let valid = 0;
  while (valid < labels.length && SUBDOMAIN.test(labels[valid] as string)) valid++;
  let end = 0;
  const starts = labels.map((label) => {
    const start = end;
    end += label.length + 1;
    return start;
  });
  for (let at = Math.min(valid, labels.length - 1); at >= 1; at--) {
    if (!DOMAIN.test(labels[at - 1] as string)) continue;
    const start = starts[at] as number;
    const length = lengthOfTld(labels[at] as string, at === labels.length - 1 ? next : '.');
    if (length === 0) continue;
    const isEncoded = labels.slice(0, at).every((label) => !/^xn--.*[^\0-\x7f]/is.test(label));
    return isEncoded ? start + length : undefined;
  }
  return undefined;
}

/** The length of the top-level domain that a label begins with; 0 where there is none. */
function lengthOfTld(label: string, next: string): number {
  const goesOn = (length: number) => GOES_ON.test(label[length] ?? next);
  const encoded = PUNYCODE.exec(label)?.[0].length ?? 0;
  if (encoded) return encoded;
  for (let length = Math.min(label.length, LONGEST_TLD); length >= 2; length--)
    if (KNOWN.has(label.slice(0, length).toLowerCase()) && !goesOn(length)) return length;
  return 0;
}

/** The Latin domains of a host, whose top-level domain may be of another script. */
function latinDomains(host: string): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  for (const { 0: run, index } of host.matchAll(LATIN)) {
    let start = 0;
    const dots = [...run.matchAll(/\./g)].map((dot) => dot.index);
    for (let at = dots.length - 1; at >= 0; at--) {
      const dot = dots[at] as number;
      const rest = host.slice(index + dot + 1).split('.', 1)[0] as string;
      const length = lengthOfTld(rest, host[index + dot + 1 + rest.length] ?? '');
      if (length === 0) continue;
      while (run[start] === '.') start++;
      if (start < dot) found.push({ start: index + start, end: index + dot + 1 + length });
      break;
    }
  }
  return found;
}
