import { z } from 'zod';
import { IDEA_SOURCE_NAMES } from '#contract/assistant/actions.ts';
import { DRAFTS, IDEAS } from '#contract/assistant/limits.ts';
import type { Draft, Idea } from '#contract/assistant/runs.ts';
import { cut } from '../../../http/outgoing/foreign.ts';
import { tokensOf } from '../client/estimate.ts';
import {
  BEST_POSTS,
  DRAFT,
  DRAFTS_FORM,
  FROM,
  GAPS,
  IDEAS_FORM,
  IDEAS as IDEAS_PROMPT,
  NOTES,
  SUBJECT,
} from '../prompts/drafts.ts';
import { JSON_ONLY, languageLine, limitLine, quote, TOO_LONG, taskOf } from '../prompts/frame.ts';
import { NOT_AGAIN } from '../prompts/rewriting.ts';
import type { Asked } from './asked.ts';
import { createClaimCheck } from './claims.ts';
import { counted, lengthsOf, limitBy, overOf } from './count.ts';
import { readable } from './entries.ts';
import { asksForm } from './form-again.ts';
import { formOf, readForm } from './forms.ts';
import { answerFor, type Task } from './task.ts';
import { tidy } from './tidy.ts';

/** Drafts of what was read, and ideas. */

const DraftGiven = z.object({ angle: z.string(), parts: z.array(z.string()) });
const Drafts = z.object({ drafts: z.array(DraftGiven) });
const MAX_ANGLE = 40;
const MAX_DRAFT_PARTS = 20;

export function draftTask(asked: Asked): Task {
  const { body, mark, messages, instruction } = asked;
  const source = body.text ?? '';
  const count = body.count ?? DRAFTS;
  // What the person says may have numbers of its own.
  const read = [source, body.source_title, instruction].filter(Boolean).join('\n');
  const check = createClaimCheck(read);
  const draftOf = ({ angle, parts }: z.output<typeof DraftGiven>): Draft | undefined => {
    const texts = parts.map((part) => tidy(part)).filter(Boolean);
    if (!texts.length) return undefined;
    const kept = body.as_thread ? texts.slice(0, MAX_DRAFT_PARTS) : [texts.join('\n\n')];
    return {
      angle: cut(tidy(angle), MAX_ANGLE),
      parts: kept.map((text) => counted(text, body)),
      checked: check(kept.join('\n')),
    };
  };
  const limit = limitBy(body);
  return {
    messages: messages(
      taskOf(
        'draft',
        [
          DRAFT(count, body.source ?? 'notes', body.as_thread ?? false),
          limitLine(limit),
          languageLine(body.language),
          NOT_AGAIN(mark, body.not ?? []),
          `${JSON_ONLY} ${DRAFTS_FORM}`,
        ],
        [
          instruction === null ? '' : quote('instruction', mark, instruction),
          ...FROM(mark, body.source_title, body.source_url),
          quote('source', mark, source),
          body.proposal == null ? '' : quote('text', mark, body.proposal),
        ],
      ),
    ),
    form: formOf('drafts', Drafts),
    answerTokens: answerFor(
      count * (body.as_thread ? 900 : Math.min(tokensOf('x'.repeat(limit ?? 1500)) + 60, 900)),
    ),
    streams: false,
    entries: {
      list: 'drafts',
      max: count,
      read: (value) => {
        const given = DraftGiven.safeParse(value);
        return given.success ? draftOf(given.data) : undefined;
      },
    },
    judge: (answer) => {
      const form = readForm(answer, Drafts);
      if (!('value' in form)) return asksForm(form.problem);
      const drafts = readable(form.value.drafts, draftOf, count);
      if (!drafts.length) return asksForm('it has no drafts');
      const parts = drafts.flatMap((draft) => draft.parts);
      const [over, result] = [overOf(parts), { kind: 'drafts' as const, drafts }];
      if (over > 0 && limit !== null)
        return { again: 'too_long', over, say: TOO_LONG(lengthsOf(parts), limit), result };
      return { result };
    },
  };
}

const IdeaGiven = z.object({
  beginning: z.string(),
  rest: z.string(),
  why: z.string(),
  from: z.string(),
  day: z.string().nullable(),
  post: z.number().nullable(),
});
const Ideas = z.object({ ideas: z.array(IdeaGiven) });

/** What the workspace has that ideas come from. */
export type Sources = {
  posts: readonly { item: number; excerpt: string; times: number | null }[];
  gaps: readonly string[];
  notes: readonly { day: string; text: string }[];
};

const FROMS = ['subject', ...IDEA_SOURCE_NAMES] as const;

export function ideaTask(asked: Asked, { posts, gaps, notes }: Sources): Task {
  const { body, mark, messages, instruction } = asked;
  const days = new Set([...gaps, ...notes.map(({ day }) => day)]);
  const items = new Set(posts.map(({ item }) => item));
  const ideaOf = (given: z.output<typeof IdeaGiven>): Idea | undefined => {
    const beginning = cut(tidy(given.beginning), 300);
    const from = FROMS.find((name) => name === given.from) ?? 'subject';
    if (!beginning) return undefined;
    return {
      beginning,
      rest: cut(tidy(given.rest), 500),
      why: cut(tidy(given.why), 200),
      from,
      // A model may name what is not there.
      day: given.day !== null && days.has(given.day) ? given.day : null,
      item: given.post !== null && items.has(given.post) ? given.post : null,
    };
  };
  const told = [
    ...(posts.length
      ? [
          BEST_POSTS,
          ...posts.map(
            ({ item, excerpt, times }) =>
              `post ${item}: ${times === null ? '' : `(${times.toFixed(1)}×) `}${excerpt}`,
          ),
        ]
      : []),
    ...(gaps.length ? [GAPS(gaps)] : []),
    ...(notes.length ? [NOTES, ...notes.map(({ day, text }) => `${day}: ${text}`)] : []),
  ];
  return {
    messages: messages(
      taskOf(
        'ideas',
        [
          IDEAS_PROMPT(IDEAS),
          languageLine(body.language),
          NOT_AGAIN(mark, body.not ?? []),
          `${JSON_ONLY} ${IDEAS_FORM}`,
        ],
        [
          instruction === null ? '' : quote('instruction', mark, instruction),
          body.text?.trim() ? `${SUBJECT}\n${quote('text', mark, body.text)}` : '',
          told.length ? quote('source', mark, told.join('\n')) : '',
        ],
      ),
    ),
    form: formOf('ideas', Ideas),
    answerTokens: answerFor(IDEAS * 120),
    streams: false,
    entries: {
      list: 'ideas',
      max: IDEAS,
      read: (value) => {
        const given = IdeaGiven.safeParse(value);
        return given.success ? ideaOf(given.data) : undefined;
      },
    },
    judge: (answer) => {
      const form = readForm(answer, Ideas);
      if (!('value' in form)) return asksForm(form.problem);
      const ideas = readable(form.value.ideas, ideaOf, IDEAS);
      if (!ideas.length) return asksForm('it has no ideas');
      return { result: { kind: 'ideas', ideas, posts_sent: posts.length } };
    },
  };
}
