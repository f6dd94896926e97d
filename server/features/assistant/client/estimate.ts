import type { Message } from './question.ts';

/** Estimates of tokens, which err upward: what counts is what the server reports, where it does. */

const ASCII_FOR_ONE = 3;
/** Of other characters, for each byte of UTF-8. */
const FOR_BYTE = 0.75;
const FOR_MESSAGE = 8;
/** A picture of 1,024 pixels takes from 85 to some 1,500. */
const FOR_PICTURE = 1600;

/** The tokens of a text: about a third more than tokenizers make of English, and more elsewhere. */
export function tokensOf(text: string): number {
  const bytes = Buffer.byteLength(text);
  let ascii = 0;
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) < 128) ascii++;
  return Math.ceil(ascii / ASCII_FOR_ONE + (bytes - ascii) * FOR_BYTE);
}

export const tokensOfMessages = (messages: readonly Message[]): number =>
  messages.reduce((sum, { content }) => {
    if (typeof content === 'string') return sum + FOR_MESSAGE + tokensOf(content);
    const parts = content.map((part) => (part.type === 'text' ? tokensOf(part.text) : FOR_PICTURE));
    return sum + FOR_MESSAGE + parts.reduce((a, b) => a + b, 0);
  }, 0);
