import { setImmediate } from 'node:timers/promises';
import { MAX_CONTENT_LENGTH } from '#contract/content/items.ts';
import { composed } from '#contract/http/marks.ts';
import { type Breathe, slices } from './time-slices.ts';

/**
 * Passwords have hashes of before: `passwords.service.ts` normalizes them to NFC. A table of
 * megabytes takes too long for one turn: `import.service.ts` normalizes its rows.
 */
const AS_TYPED = /password|^csv$/;

/** No field takes a text of this length, even if it gets shorter: its schema refuses it. */
const MAX_LENGTH = 4 * MAX_CONTENT_LENGTH;

const normalizeText = (text: string) => (text.length > MAX_LENGTH ? text : composed(text));

/** Names and values of the members whose texts get NFC normalization. */
const membersOf = (value: object) => Object.entries(value).filter(([key]) => !AS_TYPED.test(key));

type Change = (text: string) => string;

/**
 * NFC normalization of all texts of a request, in place (`composed`). Its depth is bounded.
 * @param change what else is done with them
 */
export function normalizeTexts<Value>(value: Value, change: Change = normalizeText): Value {
  if (typeof value === 'string') return change(value) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const members = value as Record<string, unknown>;
  for (const [key, member] of membersOf(value)) members[key] = normalizeTexts(member, change);
  return value;
}

/** Does the same in turns: megabytes take too long for one, beside the reading of their JSON. */
export async function normalizeLargeTexts<Value>(
  value: Value,
  change: Change = normalizeText,
): Promise<Value> {
  await setImmediate();
  return normalizeIn(value, change, slices());
}

async function normalizeIn<Value>(value: Value, change: Change, breathe: Breathe): Promise<Value> {
  if (typeof value !== 'object' || value === null) return normalizeTexts(value, change);
  const members = value as Record<string, unknown>;
  for (const [key, member] of membersOf(value)) {
    members[key] = await normalizeIn(member, change, breathe);
    await breathe();
  }
  return value;
}
