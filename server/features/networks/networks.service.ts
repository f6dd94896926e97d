import type { ChannelNetwork } from '#contract/networks.ts';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/pool.ts';
import type { Adapter } from './adapter.ts';
import * as practice from './practice/practice.sql.ts';
import { createPractice } from './practice/practice.ts';

export {
  type Credentials,
  type FailureKind,
  NetworkError,
  type SendPart,
  type Sent,
} from './adapter.ts';

export type Adapters = Readonly<Record<ChannelNetwork, Adapter>>;

/** The adapters of all networks. */
export const createAdapters = ({ database }: Pick<AppContext, 'database'>): Adapters => ({
  practice: createPractice(database),
});

/** The latest posts of an account of the practice network, and its behaviour. */
export async function readPractice(executor: Executor, account: string) {
  const [row] = await practice.findBehaviour(executor, { account });
  return {
    behaviour: row?.behaviour ?? {},
    posts: await practice.listPosts(executor, { account }),
  };
}

export const setPracticeBehaviour = (executor: Executor, account: string, behaviour: object) =>
  practice.setBehaviour(executor, { account, behaviour: JSON.stringify(behaviour) });
