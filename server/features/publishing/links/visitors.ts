import { isbot } from 'isbot';
import { hashWith } from '../../../secrets.ts';

/** What is known of who follows a link: nothing that leads to a person. All of it is pure. */

/** A request for a link, as it is held for a second. */
export type Caller = {
  address: string;
  agent: string;
  referrer: string;
  /** Whether it asks not to be tracked: it is counted, but not told apart from others. */
  isPrivate: boolean;
  /** Only of a person on the way to a site where visits are measured. */
  click?: string;
};

export type Device = 'phone' | 'tablet' | 'desktop' | 'unknown';

const TABLET = /\b(?:iPad|Tablet|Kindle|Silk|PlayBook)\b/i;
const PHONE = /\b(?:iPhone|iPod|Mobile|Windows Phone|Opera Mini)\b/i;
const DESKTOP = /\b(?:Windows NT|Macintosh|X11|CrOS|Linux)\b/i;

export function deviceOf(agent: string): Device {
  if (TABLET.test(agent)) return 'tablet';
  // Android names phones 'Mobile', and tablets not.
  if (/\bAndroid\b/i.test(agent)) return /\bMobile\b/i.test(agent) ? 'phone' : 'tablet';
  if (PHONE.test(agent)) return 'phone';
  return DESKTOP.test(agent) ? 'desktop' : 'unknown';
}

/** What opens every link of a mail before its reader does. */
const MAIL_SCANNER =
  /(?:^|\.)(?:urldefense\.com|urldefense\.proofpoint\.com|safelinks\.protection\.outlook\.com|linkprotect\.cudasvc\.com|mimecast\.com)$/;
/** Programs that read the pages behind links, this one among them, and `isbot` does not know. */
const OUR_BOTS = /^Postfolio\//;

/** `isbot` knows bots that say so; a browser always names itself. */
export const isBot = (agent: string, referrer: string): boolean =>
  agent === '' || OUR_BOTS.test(agent) || isbot(agent) || MAIL_SCANNER.test(referrer);

const MAX_HOST = 100;

/** The host of a referrer, without what a site adds before its name; empty where there is none. */
export function referrerHost(referrer: string | undefined): string {
  if (!referrer || !URL.canParse(referrer)) return '';
  const { protocol, hostname } = new URL(referrer);
  // An application of Android names itself.
  if (protocol === 'android-app:') return hostname.slice(0, MAX_HOST);
  if (protocol !== 'https:' && protocol !== 'http:') return '';
  return hostname.replace(/^(?:www|m|l|lm)\.(?=[^.]+\.)/, '').slice(0, MAX_HOST);
}

const HASH_BYTES = 8;

/** Tells the visitors of a workspace apart for a day, as long as its salt is kept. */
export const visitorHash = (
  salt: Buffer,
  { address, agent }: Pick<Caller, 'address' | 'agent'>,
  workspace: number,
): Buffer => hashWith(salt, `${workspace}\n${address}\n${agent}`).subarray(0, HASH_BYTES);
