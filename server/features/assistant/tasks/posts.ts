import { z } from 'zod';
import { MAX_HASHTAGS } from '#contract/assistant/limits.ts';
import type { Counted, RunResult } from '#contract/assistant/runs.ts';
import { MAX_PARTS } from '#contract/content/threads.ts';
import { NETWORK_NAMES } from '#contract/networks/names.ts';
import { tokensOf } from '../client/estimate.ts';
import { JSON_ONLY, languageLine, limitLine, quote, TOO_LONG, taskOf } from '../prompts/frame.ts';
import {
  CUT,
  CUTS_FORM,
  HASHTAGS,
  JOIN,
  OWN_HASHTAGS,
  PARTS_FORM,
  TAGS_FORM,
  THREAD,
  TITLE,
  VERSION,
} from '../prompts/posts.ts';
import type { Asked } from './asked.ts';
import { counted, lengthsOf, limitBy, overOf } from './count.ts';
import { asksForm } from './form-again.ts';
import { formOf, listIn, readForm } from './forms.ts';
import { judgeText } from './rewriting.ts';
import { cutsOf, keepWords, partsAt, sentenceEnds } from './sentences.ts';
import { answerFor, type Judged, type Task } from './task.ts';
import { isHtml, tidy } from './tidy.ts';

/** Tasks for a whole post. */

const MAX_TITLE = 80;
/** Sentences that are offered to cut at. */
const MAX_SENTENCES = 1000;

const instructionOf = ({ instruction, mark }: Asked) =>
  instruction === null ? '' : quote('instruction', mark, instruction);
const partsOf = ({ body }: Asked) => (body.parts ?? []).filter((part) => part.trim());

const Cuts = z.object({ cuts: z.array(z.number()) });

/** A thread of the words of a text: where the model cuts badly, it is cut at its sentences. */
export function cutTask(asked: Asked): Task {
  const { body, mark, messages } = asked;
  const text = body.text ?? '';
  const limit = limitBy(body) ?? 0;
  const ends = sentenceEnds(text).slice(0, MAX_SENTENCES);
  const numbered = ends.map((end, n) => `[${n + 1}] ${text.slice(ends[n - 1] ?? 0, end).trim()}`);
  const result = (sentences: readonly number[]): RunResult => {
    const wished = sentences.flatMap((n) => ends[n - 1] ?? []);
    const cuts = cutsOf(text, wished, (part) => counted(part, body).over === 0);
    const parts = partsAt(text, cuts);
    return {
      kind: 'parts',
      parts: parts.map((part) => counted(part, body)),
      same: parts.length === 1,
      keeps_words: keepWords(text, parts),
      cuts,
    };
  };
  return {
    messages: messages(
      taskOf(
        'cut',
        [CUT(limit), `${JSON_ONLY} ${CUTS_FORM}`],
        [instructionOf(asked), quote('text', mark, numbered.join('\n'))],
      ),
    ),
    form: formOf('cuts', Cuts),
    answerTokens: answerFor(ends.length * 4),
    streams: false,
    judge: (answer) => {
      const read = readForm(answer, Cuts);
      if ('value' in read) return { result: result(read.value.cuts) };
      return { ...asksForm(read.problem), result: result([]) };
    },
  };
}

const Parts = z.object({ parts: z.array(z.string()) });

/** Parts that may be too long: then they are asked for again. */
function judgeParts({ body }: Asked, given: readonly string[], source: readonly string[]): Judged {
  const parts: Counted[] = given.slice(0, MAX_PARTS).map((part) => counted(tidy(part), body));
  const [over, limit] = [overOf(parts), limitBy(body)];
  const result: RunResult = {
    kind: 'parts',
    parts,
    same: JSON.stringify(parts.map(({ text }) => text)) === JSON.stringify(source),
    keeps_words: null,
    cuts: null,
  };
  if (over > 0 && limit !== null)
    return { again: 'too_long', over, say: TOO_LONG(lengthsOf(parts), limit), result };
  return { result };
}

export function threadTask(asked: Asked): Task {
  const { body, mark, messages } = asked;
  const text = body.text ?? '';
  return {
    messages: messages(
      taskOf(
        'thread',
        [
          THREAD,
          limitLine(limitBy(body)),
          languageLine(body.language),
          `${JSON_ONLY} ${PARTS_FORM}`,
        ],
        [instructionOf(asked), quote('text', mark, text)],
      ),
    ),
    form: formOf('parts', Parts),
    answerTokens: answerFor(tokensOf(text) * 1.2),
    streams: false,
    judge: (answer) => {
      const read = readForm(answer, Parts);
      const parts = ('value' in read ? read.value.parts : listIn(answer)).filter((part) =>
        part.trim(),
      );
      if (!parts.length) return asksForm('problem' in read ? read.problem : 'it has no parts');
      return judgeParts(asked, parts, [text]);
    },
  };
}

/** The version of a post for a network, part by part. */
export function versionTask(asked: Asked): Task {
  const { body, mark, messages } = asked;
  const source = body.proposal != null ? [body.proposal] : partsOf(asked);
  return {
    messages: messages(
      taskOf(
        'version',
        [
          VERSION(body.network ? NETWORK_NAMES[body.network] : 'the network', source.length),
          limitLine(limitBy(body)),
          languageLine(body.language),
          `${JSON_ONLY} ${PARTS_FORM}`,
        ],
        [instructionOf(asked), ...source.map((part) => quote('part', mark, part))],
      ),
    ),
    form: formOf('parts', Parts),
    answerTokens: answerFor(tokensOf(source.join('\n')) * 1.2),
    streams: false,
    judge: (answer) => {
      const read = readForm(answer, Parts);
      const isText = !('value' in read) && source.length === 1 && !answer.includes('{');
      // One part in words is the part.
      if (isText && answer.trim() && !isHtml(answer)) return judgeParts(asked, [answer], source);
      if (!('value' in read)) return asksForm(read.problem);
      const { parts } = read.value;
      if (parts.length !== source.length)
        return asksForm(`it has ${parts.length} parts in place of ${source.length}`);
      return judgeParts(asked, parts, source);
    },
  };
}

export function joinTask(asked: Asked): Task {
  const { body, mark, messages } = asked;
  const source = partsOf(asked).join('\n\n');
  return {
    messages: messages(
      taskOf(
        'join',
        [JOIN, limitLine(limitBy(body)), languageLine(body.language)],
        [instructionOf(asked), ...partsOf(asked).map((part) => quote('part', mark, part))],
      ),
    ),
    answerTokens: answerFor(tokensOf(source)),
    streams: true,
    judge: (answer) => judgeText(asked, source, answer),
  };
}

export function titleTask(asked: Asked): Task {
  const { body, mark, messages } = asked;
  return {
    messages: messages(
      taskOf(
        'title',
        [TITLE(MAX_TITLE), languageLine(body.language)],
        [instructionOf(asked), ...partsOf(asked).map((part) => quote('part', mark, part))],
      ),
    ),
    answerTokens: answerFor(MAX_TITLE),
    streams: true,
    judge: (answer) => {
      const [line = ''] = tidy(answer).split('\n');
      return judgeText({ ...asked, body: { ...body, network: null } }, '', line);
    },
  };
}

const Tags = z.object({ tags: z.array(z.string()) });

/** A tag as networks link it: letters, digits and underscores, without its sign. */
const tagOf = (text: string) => text.normalize('NFC').replaceAll(/[^\p{L}\p{M}\p{N}_]/gu, '');

/** @param own the hashtags of the workspace with how many of its posts have them, most first */
export function hashtagTask(asked: Asked, own: ReadonlyMap<string, number>): Task {
  const { body, mark, messages } = asked;
  return {
    messages: messages(
      taskOf(
        'hashtags',
        [
          HASHTAGS(MAX_HASHTAGS),
          OWN_HASHTAGS([...own.keys()]),
          languageLine(body.language),
          `${JSON_ONLY} ${TAGS_FORM}`,
        ],
        [instructionOf(asked), ...partsOf(asked).map((part) => quote('part', mark, part))],
      ),
    ),
    form: formOf('tags', Tags),
    answerTokens: answerFor(MAX_HASHTAGS * 10),
    streams: false,
    judge: (answer) => {
      const read = readForm(answer, Tags);
      const inWords = [...answer.matchAll(/#([\p{L}\p{M}\p{N}_]{2,100})/gu)].map(
        ([, tag = '']) => tag,
      );
      const found = 'value' in read ? read.value.tags : inWords;
      const tags = new Map(
        found
          .map(tagOf)
          .filter((tag) => tag.length > 1 && !/^\d+$/.test(tag))
          .map((tag) => [tag.toLowerCase(), tag]),
      );
      if (!tags.size) return asksForm('problem' in read ? read.problem : 'it has no hashtags');
      return {
        result: {
          kind: 'hashtags',
          tags: [...tags]
            .map(([key, tag]) => ({ tag, uses: own.get(key) ?? 0 }))
            .toSorted((a, b) => b.uses - a.uses)
            .slice(0, MAX_HASHTAGS),
        },
      };
    },
  };
}
