import type { Check, KeyRule } from '#contract/keys/limits.ts';
import type { Person } from '../../actor.ts';
import type { Executor } from '../../database/pool.ts';
import { AppError, invalid, notFound } from '../../errors.ts';

type Parts = { params: unknown; query: unknown; body: unknown };

/** What a limited key may name. */
export type KeyLimits = {
  /** Those of the ids that are in these folders, or of these channels. */
  inFolders: Record<string, Find>;
  ofChannels: Record<string, Find>;
};
type Find = (
  executor: Executor,
  given: { workspaceId: number; ids: number[]; only: readonly number[] },
) => Promise<{ id: number }[]>;

/** An id that nothing has: a list that is limited to nothing. */
const NOTHING = 0;

/**
 * Checks that what a request names is among the folders and channels that its key is for, and narrows
 * its filters to them. What is not is not there, as if it were of another workspace.
 * @throws AppError 404; 400 where it must name something
 */
export async function requireWithin(
  executor: Executor,
  { workspaceId, key }: Person,
  rule: KeyRule,
  parts: Parts,
  known: KeyLimits,
): Promise<void> {
  if (!key || 'never' in rule) return;
  const limits = [
    [key.folders, rule.folders, known.inFolders],
    [key.channels, rule.channels, known.ofChannels],
  ] as const;
  for (const [only, checks, finds] of limits) {
    if (!only) continue;
    for (const check of checks ?? []) {
      const { kind, part, path, isRequired, field } = read(check);
      if (kind === 'only') narrow(parts[part], field, only);
      else if (kind === 'is') requireValue(parts[part], field);
      else {
        const ids = idsAt(parts[part], path);
        // Without a folder it is in none that the key is for.
        if ((!ids.length && isRequired) || (kind === 'folder' && isNullAt(parts[part], path)))
          throw invalid({ [field]: ['This key is limited: say which.'] });
        if (!ids.length) continue;
        const find = finds[kind];
        if (!find) throw new Error(`a key is not limited by ${check}`);
        const found = new Set(
          (await find(executor, { workspaceId, ids, only })).map(({ id }) => id),
        );
        const missing = ids.find((id) => !found.has(id));
        if (missing !== undefined) throw notFound(kind, missing);
      }
    }
  }
}

const read = (check: Check) => {
  const [kind = '', place = ''] = check.split(' ');
  const [part = '', ...path] = place.replace('!', '').split('.');
  return {
    kind,
    part: part as keyof Parts,
    path,
    isRequired: place.endsWith('!'),
    field: (path[0] ?? '').replace('[]', ''),
  };
};

/** The ids at a place of a request, each once: `name[]` is a list, `name{}` lists by a key. */
function idsAt(from: unknown, path: readonly string[]): number[] {
  let values = [from];
  for (const step of path) {
    const isList = step.endsWith('[]');
    const isMap = step.endsWith('{}');
    const name = isList || isMap ? step.slice(0, -2) : step;
    values = values.flatMap((value) => {
      const next = (value as Record<string, unknown> | null | undefined)?.[name];
      if (isMap && typeof next === 'object' && next !== null) return Object.values(next).flat();
      return isList && Array.isArray(next) ? next : [next];
    });
  }
  return [...new Set(values.filter((value) => typeof value === 'number'))];
}

const isNullAt = (from: unknown, path: readonly string[]): boolean =>
  path.reduce((value, name) => (value as Record<string, unknown> | undefined)?.[name], from) ===
  null;

/** Narrows a filter of a query to what a key is for. */
function narrow(query: unknown, field: string, only: readonly number[]) {
  const fields = query as Record<string, number[] | undefined>;
  const given = fields[field];
  const left = given ? given.filter((id) => only.includes(id)) : [...only];
  fields[field] = left.length ? left : [NOTHING];
}

/** @throws AppError 403 */
function requireValue(query: unknown, place: string) {
  const [field = '', value] = place.split('=');
  if ((query as Record<string, unknown>)[field] === value) return;
  throw new AppError(
    'key_refused',
    403,
    `This key is for some folders only: with it, ${field} must be ${value}.`,
  );
}
