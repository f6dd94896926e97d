import { z } from 'zod';
import { MAX_FINDINGS } from '#contract/assistant/limits.ts';
import type { Finding } from '#contract/assistant/runs.ts';
import { MAX_ALT_LENGTH } from '#contract/attachments.ts';
import { cut } from '../../../http/outgoing/foreign.ts';
import type { Message } from '../client/question.ts';
import { JSON_ONLY, languageLine, quote, taskOf } from '../prompts/frame.ts';
import { DESCRIBE, FINDINGS_FORM, REVIEW } from '../prompts/review.ts';
import type { Asked } from './asked.ts';
import { readable } from './entries.ts';
import { asksForm } from './form-again.ts';
import { formOf, readForm } from './forms.ts';
import { passagesOf } from './rewriting.ts';
import { answerFor, type Judged, type Task } from './task.ts';
import { isHtml, tidy } from './tidy.ts';

/** Reading as an editor, and describing pictures. */

const FindingGiven = z.object({
  kind: z.string(),
  part: z.number(),
  quote: z.string(),
  says: z.string(),
  proposal: z.string().nullable(),
});
const Findings = z.object({ findings: z.array(FindingGiven) });

/** Those that the model finds. */
const KINDS = ['unclear', 'claim', 'tone'] as const;
const MAX_SAYS = 300;
const MAX_PROPOSAL = 5000;

/** A file without an alt text, in a part of the post. */
export type Undescribed = { part: number; file: number; name: string };

/** Words of the voice that are never used, and files without an alt text: found without the model. */
function ownFindings(
  parts: readonly string[],
  never: readonly string[],
  undescribed: readonly Undescribed[],
): Finding[] {
  const words = parts.flatMap((text, part) =>
    never.flatMap((word) =>
      passagesOf(text, word, MAX_FINDINGS).map(
        ({ start, end }): Finding => ({
          kind: 'forbidden',
          part,
          start,
          end,
          says: `“${word}” is a word never to use.`,
          proposal: null,
          file: null,
        }),
      ),
    ),
  );
  const files = undescribed.map(
    ({ part, file, name }): Finding => ({
      kind: 'alt',
      part,
      start: 0,
      end: 0,
      says: `“${name}” has no alt text.`,
      proposal: null,
      file,
    }),
  );
  return [...words, ...files].slice(0, MAX_FINDINGS);
}

export function reviewTask(asked: Asked, undescribed: readonly Undescribed[]): Task {
  const { body, mark, messages, voice, instruction } = asked;
  const parts = body.parts ?? [];
  const findingOf = (given: z.output<typeof FindingGiven>): Finding | undefined => {
    const kind = KINDS.find((name) => name === given.kind);
    // A model counts badly: the passage says where it is.
    const at = [given.part - 1, ...parts.keys()].find(
      (part) => given.quote.trim() && parts[part]?.includes(given.quote.trim()),
    );
    if (!kind || at === undefined) return undefined;
    const start = parts[at]?.indexOf(given.quote.trim()) ?? 0;
    const proposal = given.proposal === null ? null : cut(tidy(given.proposal), MAX_PROPOSAL);
    return {
      kind,
      part: at,
      start,
      end: start + given.quote.trim().length,
      says: cut(tidy(given.says), MAX_SAYS),
      proposal: proposal === given.quote.trim() ? null : proposal,
      file: null,
    };
  };
  return {
    messages: messages(
      taskOf(
        'review',
        [
          REVIEW(MAX_FINDINGS),
          body.language ? languageLine(body.language) : '',
          `${JSON_ONLY} ${FINDINGS_FORM}`,
        ],
        [
          instruction === null ? '' : quote('instruction', mark, instruction),
          ...parts.map((part) => quote('part', mark, part)),
        ],
      ),
    ),
    form: formOf('findings', Findings),
    answerTokens: answerFor(1200),
    streams: false,
    entries: {
      list: 'findings',
      max: MAX_FINDINGS,
      read: (value) => {
        const given = FindingGiven.safeParse(value);
        return given.success ? findingOf(given.data) : undefined;
      },
    },
    judge: (answer): Judged => {
      const form = readForm(answer, Findings);
      if (!('value' in form)) return asksForm(form.problem);
      const found = readable(form.value.findings, findingOf, MAX_FINDINGS);
      const findings = [...found, ...ownFindings(parts, voice?.never ?? [], undescribed)];
      return {
        result: {
          kind: 'findings',
          findings: findings
            .slice(0, MAX_FINDINGS)
            .toSorted((a, b) => a.part - b.part || a.start - b.start),
        },
      };
    },
  };
}

/** @param picture its bytes: never its address, which a server might read from its own disk */
export function altTask(
  asked: Asked,
  picture: { bytes: Buffer; type: string; file: number },
): Task {
  const { body, messages, mark, instruction } = asked;
  const question = taskOf(
    'alt',
    [DESCRIBE(MAX_ALT_LENGTH / 4), languageLine(body.language)],
    [
      instruction === null ? '' : quote('instruction', mark, instruction),
      body.proposal == null ? '' : quote('text', mark, body.proposal),
    ],
  );
  const url = `data:${picture.type};base64,${picture.bytes.toString('base64')}`;
  const withPicture = ({ role, content }: Message): Message =>
    role === 'user' && typeof content === 'string'
      ? {
          role,
          content: [
            { type: 'text', text: content },
            { type: 'image_url', image_url: { url } },
          ],
        }
      : { role, content };
  return {
    messages: messages(question).map(withPicture),
    answerTokens: answerFor(200),
    streams: true,
    judge: (answer): Judged => {
      const text = cut(tidy(answer).replaceAll(/\s+/g, ' '), MAX_ALT_LENGTH).trim();
      if (!text || isHtml(text)) return asksForm(text ? 'it is HTML' : 'it is empty');
      return {
        // The id is known once it is stored.
        result: { kind: 'alt', id: 0, file: picture.file, text, language: body.language ?? null },
      };
    },
  };
}
