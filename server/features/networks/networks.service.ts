import type { Network } from '#contract/networks/names.ts';
import { paths } from '#contract/paths.ts';
import { getNetworkClient } from '#contract/publishing/channels.ts';
import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/pool.ts';
import type { Adapter } from './adapter.ts';
import type { FileLinks, RegisteredApps } from './adapter-context.ts';
import * as apps from './apps.sql.ts';
import { createBluesky } from './bluesky/bluesky.ts';
import { checked } from './checked.ts';
import { createDiscord } from './discord/discord.ts';
import { createFacebook } from './facebook/facebook.ts';
import { createInstagram } from './instagram/instagram.ts';
import { createLinkedIn } from './linkedin/linkedin.ts';
import { createMastodon } from './mastodon/mastodon.ts';
import * as practice from './practice/practice.sql.ts';
import { createPractice } from './practice/practice.ts';
import { createTelegram } from './telegram/telegram.ts';
import { createThreads } from './threads/threads.ts';
import { createTikTok } from './tiktok/tiktok.ts';
import { createX } from './x/x.ts';

export {
  type Account,
  type Adapter,
  type Connection,
  type ConnectMethod,
  type Credentials,
  type Figures,
  GONE,
  type IsTaken,
  PERMISSION,
  type Prepared,
  type Price,
  type Repost,
  type SendMedia,
  type SendPart,
  type Sent,
  type Session,
  UNPAID,
} from './adapter.ts';
export type { FileLinks, PictureLimits } from './adapter-context.ts';
export { withFence } from './call.ts';
export { type FailureKind, NetworkError, StillProcessing } from './failures.ts';
export { codeLogin } from './oauth.ts';
export { fetchAccountPicture } from './pictures/account-picture.ts';
export { NoCard, readLinkCard } from './pictures/link-card.ts';
export { firstLink } from './text.ts';
export { createXClient } from './x/client.ts';

export type Adapters = Readonly<Record<Network, Adapter>>;

type Context = Pick<
  AppContext,
  'clock' | 'database' | 'outgoing' | 'secrets' | 'config' | 'installation' | 'log'
> & {
  links: FileLinks | undefined;
};

/** The adapters of all networks. */
export function createAdapters(context: Context): Adapters {
  const { config } = context;
  const allowHttp = config.allowPrivateNetworks;
  const adapters: Adapters = {
    x: createX(context),
    linkedin: createLinkedIn(context),
    instagram: createInstagram(context),
    facebook: createFacebook(context),
    threads: createThreads(context),
    tiktok: createTikTok(context),
    bluesky: createBluesky(context, {
      // Servers of AT Protocol read there who this installation is.
      ...(config.origin.startsWith('https:') && {
        login: {
          clientId: config.origin + getNetworkClient.path.replace(':network', 'bluesky'),
          website: config.origin,
          redirectUri: config.origin + paths.channelCallback,
          apps: appsOf(context, 'bluesky'),
        },
      }),
      directory: config.plcDirectory,
      allowHttp,
    }),
    mastodon: createMastodon(context, {
      apps: appsOf(context, 'mastodon'),
      website: config.origin,
      allowHttp,
    }),
    telegram: createTelegram(context),
    discord: createDiscord(context),
    practice: createPractice(context),
  };
  return Object.fromEntries(
    Object.entries(adapters).map(([network, adapter]) => [network, checked(adapter, context)]),
  ) as Adapters;
}

/** The versions of the APIs of networks that are used, and when they end. */
export const versionsOf = (adapters: Adapters) =>
  Object.fromEntries(
    Object.values(adapters).flatMap(({ network, version: used }) =>
      used ? [[network, { version: used.version, ends: used.ends }]] : [],
    ),
  );

/** What the registration of this installation at a server is sealed for. */
const sealingContext = (network: string, server: string) => `app ${network} ${server}`;

/** Seals all registrations with the present SECRET; those that cannot be opened are made again. */
export async function resealApps({ database, secrets }: Pick<Context, 'database' | 'secrets'>) {
  let after = { network: '', server: '', redirectUri: '' };
  for (;;) {
    const rows = await apps.listApps(database, { ...after, limit: 100 });
    if (!rows.length) return;
    for (const { credentials: former, ...key } of rows) {
      after = key;
      if (!secrets.isStale('credentials', former)) continue;
      const context = sealingContext(key.network, key.server);
      const opened = openOrNull(() => secrets.open('credentials', former, context));
      if (opened === null) await apps.removeApp(database, key);
      else {
        const credentials = secrets.seal('credentials', opened, context);
        await apps.replaceApp(database, { ...key, former, credentials });
      }
    }
  }
}

function openOrNull(open: () => string): string | null {
  try {
    return open();
  } catch {
    return null;
  }
}

/** The registrations of this installation at the servers of a network, sealed. */
function appsOf(
  { database, secrets }: Pick<Context, 'database' | 'secrets'>,
  network: Network,
): RegisteredApps {
  const contextOf = (server: string) => sealingContext(network, server);
  const sealed = (server: string, client: object) => ({
    network,
    server,
    credentials: secrets.seal('credentials', JSON.stringify(client), contextOf(server)),
  });
  return {
    find: async (server, redirectUri) => {
      const [row] = await apps.findApp(database, { network, server, redirectUri });
      if (!row) return undefined;
      // Sealed with another SECRET, it is registered again.
      const opened = openOrNull(() =>
        secrets.open('credentials', row.credentials, contextOf(server)),
      );
      return opened === null ? undefined : JSON.parse(opened);
    },
    keep: async (server, redirectUri, client) => {
      await apps.keepApp(database, { ...sealed(server, client), redirectUri });
    },
    keepFirst: async (server, redirectUri, client) => {
      await apps.keepFirstApp(database, { ...sealed(server, client), redirectUri });
    },
    remove: async (server, redirectUri) => {
      await apps.removeApp(database, { network, server, redirectUri });
    },
  };
}

/** The latest posts of an account of the practice network, and its behaviour. */
export async function readPractice(executor: Executor, account: string, before?: number) {
  const [row] = await practice.findBehaviour(executor, { account });
  return {
    behaviour: row?.behaviour ?? {},
    posts: await practice.listPosts(executor, { account, before: before ?? null }),
  };
}

export const setPracticeBehaviour = (executor: Executor, account: string, behaviour: object) =>
  practice.setBehaviour(executor, { account, behaviour: JSON.stringify(behaviour) });

export { isParentGone } from './deleted-posts.ts';
