import { composed } from '#contract/http/marks.ts';

/**
 * Passwords have hashes of before: `passwords.service.ts` composes them. A table of megabytes takes
 * too long for one turn: `import.service.ts` composes its rows.
 */
const AS_TYPED = /password|^csv$/;

/** Composes all texts of a request, in place (`composed`). Its depth is bounded. */
export function compose<Value>(value: Value): Value {
  if (typeof value === 'string') return composed(value) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const members = value as Record<string, unknown>;
  for (const [key, member] of Object.entries(members))
    if (!AS_TYPED.test(key)) members[key] = compose(member);
  return value;
}
