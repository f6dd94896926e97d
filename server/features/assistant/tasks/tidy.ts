import { withoutHidden } from '#contract/http/names.ts';
import { clean } from '../client/clean.ts';

/** Answers as texts. Models wrap them in what nobody asked for. */

const FENCE = /^```[\w-]*\n([\s\S]*?)\n?```$/;
const PREAMBLE = /^(here('s| is| are)|sure|certainly|of course|okay)\b[^\n]{0,150}:[ \t]*\n+/i;
const QUOTES: Record<string, string> = { '"': '"', '“': '”', '„': '“', '«': '»', '»': '«' };
const HTML = /^\s*<(!doctype|html|head|body|p|div)\b/i;

/** Whether an answer is a page, where the text was none. */
export const isHtml = (answer: string, text = '') => HTML.test(answer) && !HTML.test(text);

/** Without what stands around a text; half a character at the end is left out. */
export function tidy(answer: string, text = ''): string {
  // JSON may escape what the answer as a whole has not.
  let tidied = withoutHidden(clean(answer))
    .trim()
    .replace(/\ufffd$/, '')
    .trimEnd();
  tidied = FENCE.exec(tidied)?.[1] ?? tidied;
  if (!PREAMBLE.test(text)) tidied = tidied.replace(PREAMBLE, '');
  const close = QUOTES[tidied[0] ?? ''];
  const inner = tidied.slice(1, -1);
  if (
    close &&
    tidied.endsWith(close) &&
    inner.length > 0 &&
    !inner.includes(close) &&
    text.trim()[0] !== tidied[0]
  )
    tidied = inner;
  return tidied.trim();
}
