import { z } from 'zod';
import type { ActionName } from '#contract/assistant/actions.ts';
import { BEGINNINGS } from '#contract/assistant/limits.ts';
import { tokensOf } from '../client/estimate.ts';
import {
  JSON_ONLY,
  languageLine,
  limitLine,
  PLAIN_TEXT,
  quote,
  TOO_LONG,
  taskOf,
} from '../prompts/frame.ts';
import { ALTERNATIVES, NOT_AGAIN, REWRITE, TEXTS_FORM, TONE } from '../prompts/rewriting.ts';
import type { Asked } from './asked.ts';
import { counted, lengthsOf, limitBy } from './count.ts';
import { readable } from './entries.ts';
import { asksForm } from './form-again.ts';
import { formOf, listIn, readForm } from './forms.ts';
import { answerFor, type Judged, type Task } from './task.ts';
import { isHtml, tidy } from './tidy.ts';

/** Tasks that make a text of a text, and other beginnings and endings. */

export type RewritingAction = keyof typeof REWRITE | 'tone';

/** These are asked to be short in any case; the others where the text was. */
const SHORTENS: readonly ActionName[] = ['shorten', 'join', 'title'];

/** The words of a voice that are never used, and are in a text. */
function forbiddenIn(text: string, never: readonly string[]): string[] {
  return never.filter((word) => passagesOf(text, word, 1).length > 0);
}

const WORD_SIGN = /[\p{L}\p{N}_]/u;

/** Where a word stands in a text by itself: not within another one. The first `max` places. */
export function passagesOf(
  text: string,
  word: string,
  max: number,
): { start: number; end: number }[] {
  const [within, sought] = [text.toLowerCase(), word.toLowerCase()];
  // A lower-case letter may be longer.
  if (!sought || within.length !== text.length) return [];
  const found: { start: number; end: number }[] = [];
  for (let at = within.indexOf(sought); at >= 0; at = within.indexOf(sought, at + sought.length)) {
    const end = at + sought.length;
    const isWithin =
      (WORD_SIGN.test(sought[0] ?? '') && WORD_SIGN.test(text[at - 1] ?? ' ')) ||
      (WORD_SIGN.test(sought.at(-1) ?? '') && WORD_SIGN.test(text[end] ?? ' '));
    if (!isWithin) found.push({ start: at, end });
    if (found.length === max) break;
  }
  return found;
}

/** What becomes of an answer that is a text. */
export function judgeText(
  { body, voice }: Pick<Asked, 'body' | 'voice'>,
  source: string,
  answer: string,
): Judged {
  const text = tidy((body.so_far ?? '') + answer, source);
  const { count, limit, over } = counted(text, body);
  const result = {
    kind: 'text' as const,
    text,
    count,
    limit,
    over,
    same: text.trim() === source.trim(),
    forbidden: forbiddenIn(text, voice?.never ?? []),
  };
  if (isHtml(text, source)) return { again: 'form', over: 0, say: PLAIN_TEXT };
  const mustFit = SHORTENS.includes(body.action) || fitted(source, body);
  if (over > 0 && limit !== null && mustFit)
    return {
      again: 'too_long',
      over,
      say: TOO_LONG(lengthsOf([{ text, count, limit, over }]), limit),
      result,
    };
  return { result };
}

/** Another text of a text. */
export function rewritingTask(asked: Asked, action: RewritingAction): Task {
  const { body, mark, messages, instruction } = asked;
  const source = body.proposal ?? body.text ?? '';
  // What is asked of a proposal is asked of it alone.
  const isAnswered = body.proposal != null && instruction !== null;
  const task = isAnswered ? 'instruct' : action;
  const name = task === 'tone' ? (body.tone ?? 'plainer') : task;
  const what = task === 'tone' ? TONE[body.tone ?? 'plainer'] : REWRITE[task];
  const limit = limitBy(body);
  const mustFit = action === 'shorten' || fitted(source, body);
  return {
    messages: messages(
      taskOf(
        name,
        [what, mustFit ? limitLine(limit) : '', languageLine(body.language)],
        [
          instruction === null ? '' : quote('instruction', mark, instruction),
          quote('text', mark, source),
        ],
      ),
    ),
    answerTokens: answerFor(tokensOf(source)),
    streams: true,
    judge: (answer) => judgeText(asked, source, answer),
  };
}

const Texts = z.object({ texts: z.array(z.string()) });

/** Other beginnings or endings. */
export function alternativesTask(asked: Asked, action: 'beginnings' | 'endings'): Task {
  const { body, mark, messages, instruction } = asked;
  return {
    messages: messages(
      taskOf(
        action,
        [
          ALTERNATIVES[action](BEGINNINGS),
          languageLine(body.language),
          NOT_AGAIN(mark, body.not ?? []),
          `${JSON_ONLY} ${TEXTS_FORM}`,
        ],
        [
          instruction === null ? '' : quote('instruction', mark, instruction),
          quote('text', mark, body.text ?? ''),
        ],
      ),
    ),
    form: formOf('texts', Texts),
    answerTokens: answerFor(BEGINNINGS * 80),
    streams: false,
    entries: {
      list: 'texts',
      max: BEGINNINGS,
      read: (value) => (typeof value === 'string' && value.trim() ? tidy(value) : undefined),
    },
    judge: (answer) => {
      const read = readForm(answer, Texts);
      const found = 'value' in read ? read.value.texts : listIn(answer);
      const texts = readable([...new Set(found)], (text) => tidy(text) || undefined, BEGINNINGS);
      if (texts.length) return { result: { kind: 'texts', texts } };
      return asksForm('problem' in read ? read.problem : 'the list is empty');
    },
  };
}

/** Whether what is changed was within the limit: the text, or what was proposed for it. */
const fitted = (source: string, body: Asked['body']) =>
  [source, body.proposal].some((text) => text != null && counted(text, body).over === 0);
