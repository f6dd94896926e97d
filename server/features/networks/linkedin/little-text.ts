import { LITTLE_TEXT } from '#contract/networks/linkedin.ts';

/** A hashtag: at the beginning, or after what is no part of a word. */
const HASHTAG = /(?<![\p{L}\p{N}_#&])#([\p{L}\p{N}_]{1,100})/gu;

const escapeSigns = (text: string) => text.replaceAll(LITTLE_TEXT, '\\$&');

/**
 * A text in the format 'little' of LinkedIn, which cuts off whatever follows a sign that it does not
 * understand: signs are escaped, and hashtags named as such.
 */
export function littleText(text: string): string {
  let [made, done] = ['', 0];
  for (const { 0: tag, 1: word = '', index } of text.matchAll(HASHTAG)) {
    made += `${escapeSigns(text.slice(done, index))}{hashtag|\\#|${escapeSigns(word)}}`;
    done = index + tag.length;
  }
  return made + escapeSigns(text.slice(done));
}
