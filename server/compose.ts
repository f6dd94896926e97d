import { setImmediate } from 'node:timers/promises';
import { MAX_CONTENT_LENGTH } from '#contract/content/items.ts';
import { composed } from '#contract/http/marks.ts';
import { type Breathe, slices } from './turns.ts';

/**
 * Passwords have hashes of before: `passwords.service.ts` composes them. A table of megabytes takes
 * too long for one turn: `import.service.ts` composes its rows.
 */
const AS_TYPED = /password|^csv$/;

/** No field takes a text of this length, even if it gets shorter: its schema refuses it. */
const MAX_LENGTH = 4 * MAX_CONTENT_LENGTH;

const composeText = (text: string) => (text.length > MAX_LENGTH ? text : composed(text));

/** The names and values of what is composed member by member. */
const membersOf = (value: object) => Object.entries(value).filter(([key]) => !AS_TYPED.test(key));

/** Composes all texts of a request, in place (`composed`). Its depth is bounded. */
export function compose<Value>(value: Value): Value {
  if (typeof value === 'string') return composeText(value) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const members = value as Record<string, unknown>;
  for (const [key, member] of membersOf(value)) members[key] = compose(member);
  return value;
}

/** Does the same in turns: megabytes take too long for one, beside the reading of their JSON. */
export async function composeLarge<Value>(value: Value): Promise<Value> {
  await setImmediate();
  return composeIn(value, slices());
}

async function composeIn<Value>(value: Value, breathe: Breathe): Promise<Value> {
  if (typeof value !== 'object' || value === null) return compose(value);
  const members = value as Record<string, unknown>;
  for (const [key, member] of membersOf(value)) {
    members[key] = await composeIn(member, breathe);
    await breathe();
  }
  return value;
}
