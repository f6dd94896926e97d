import { z } from 'zod';
import { parseForeign } from '../../../http/outgoing/foreign.ts';
import type { Form } from '../client/question.ts';

/** Answers that have a form: JSON, which is never trusted. */

/** As servers take a schema: without limits, which some refuse. */
export function formOf(name: string, schema: z.ZodType): Form {
  const { $schema: _, ...rest } = z.toJSONSchema(schema);
  return { name, schema: rest };
}

/** The JSON in an answer, which may stand within words or a fence. */
function jsonIn(answer: string): unknown {
  const [first, last] = [answer.indexOf('{'), answer.lastIndexOf('}')];
  if (first < 0 || last < first) return undefined;
  try {
    return parseForeign(answer.slice(first, last + 1));
  } catch {
    return undefined;
  }
}

/** The answer in its form, or what is wrong with it. */
export function readForm<Value>(
  answer: string,
  schema: z.ZodType<Value>,
): { value: Value } | { problem: string } {
  const json = jsonIn(answer);
  if (json === undefined) return { problem: 'it is no JSON' };
  const parsed = schema.safeParse(json);
  if (parsed.success) return { value: parsed.data };
  const [issue] = parsed.error.issues;
  return { problem: `${issue?.path.join('.') || 'it'}: ${issue?.message ?? 'is wrong'}` };
}

const LISTED = /^ {0,9}(?:\d{1,3}[.)]|[-*•]) {1,9}(\S.*)$/;

/** The lines of a list that was given in words. */
export const listIn = (answer: string): string[] =>
  answer.split('\n').flatMap((line) => {
    const [, text = ''] = LISTED.exec(line) ?? [];
    return text.trim() ? [text.trim().replace(/^["“](.*)["”]$/, '$1')] : [];
  });
