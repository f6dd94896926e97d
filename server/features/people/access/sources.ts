import type { Topic } from '#contract/content/live.ts';
import {
  ACCESS_KIND_NAMES,
  type Access,
  type AccessKind,
  kindOf,
} from '#contract/people/access.ts';
import { can, type Role } from '#contract/roles.ts';
import type { Config } from '../../../config/config.ts';
import type { Executor } from '../../../database/pool.ts';
import type { Secrets } from '../../../secrets.ts';
import * as sql from './access.sql.ts';

/** What acts for a person: what each feature says of its kind, and the list of all. */

/** Whose, and in which workspace; null: in all, and of the account itself. */
export type Whose = {
  person: number;
  /** With the service accounts for which they have a key: what such a key made is theirs, too. */
  people: readonly number[];
  workspace: number | null;
};

/** The workspace is null for what is of the account. `account`: the one that a key acts as. */
export type AccessRow = { id: number; workspace: number | null; name: string; account?: number };

type Ids = Whose & { ids: readonly number[] };
type Replacing = Whose & { id: number; workspace: number; to: number };
type SecretContext = { config: Pick<Config, 'origin'>; secrets: Secrets };

/** One kind: each feature knows its own tables. */
export type AccessSource = {
  /** The tables that have it. */
  tables: readonly string[];
  /** Whom a change is announced to. */
  topic: Topic;
  /** Also what is paused or switched off: it could be switched on again. */
  list: (executor: Executor, whose: Whose) => Promise<AccessRow[]>;
  /** Of what `list` has returned for the same person, who is named by none of it afterwards. */
  end: (executor: Executor, which: Ids) => Promise<unknown>;
  /** Another person takes it over: what they leave with is theirs. */
  handOver?: (executor: Executor, which: Ids & { to: number }) => Promise<unknown>;
  /** The same with another secret or address, which is returned. */
  replace?: (context: SecretContext, tx: Executor, which: Replacing) => Promise<string>;
};

export type AccessSources = Readonly<Record<AccessKind, AccessSource>>;
export type AccessContext = SecretContext & { access: AccessSources };

export type Found = Access & { id: number; account?: number };

/** What acts for a person, in the order of the kinds. `people`: as in `Whose`, where it is known. */
export async function listAccess(
  { access }: Pick<AccessContext, 'access'>,
  executor: Executor,
  person: number,
  workspace: number | null,
  {
    role = null,
    kinds = ACCESS_KIND_NAMES,
    people,
  }: { role?: Role | null; kinds?: AccessKind[]; people?: readonly number[] } = {},
): Promise<Found[]> {
  const whose = people ? { person, people, workspace } : await whoseOf(executor, person, workspace);
  const found: Found[] = [];
  for (const kind of kinds) {
    const { needs, ofAccount, isQuiet } = kindOf(kind);
    if (workspace === null ? isQuiet : ofAccount) continue;
    if (role !== null && can(role, needs)) continue;
    for (const { workspace: place, ...row } of await access[kind].list(executor, whose))
      found.push({
        ref: `${kind}:${row.id}`,
        kind,
        ...row,
        workspace: { id: place ?? 0, name: '' },
      });
  }
  const places = found.flatMap((row) => row.workspace?.id || []);
  const names = await sql.findNames(executor, { ids: [...new Set(places)] });
  return found.map((row) => ({
    ...row,
    workspace: names.find(({ id }) => id === row.workspace?.id) ?? null,
  }));
}

export async function whoseOf(
  executor: Executor,
  person: number,
  workspace: number | null,
): Promise<Whose> {
  const services = await sql.servicesOf(executor, { person, workspace });
  return { person, people: [person, ...services.map(({ id }) => id)], workspace };
}
