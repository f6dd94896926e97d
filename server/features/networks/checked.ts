import { isHandle } from '#contract/content/mentions.ts';
import { METRICS, type Metrics } from '#contract/networks/metrics.ts';
import type { Clock } from '../../clock.ts';
import type { AppContext } from '../../context.ts';
import { cut, displayName, manyLines } from '../../http/outgoing/foreign.ts';
import { redactError, withSecrets } from '../../http/redact.ts';
import {
  type Account,
  type Adapter,
  type Connection,
  type ConnectMethod,
  type Fields,
  type LatestPost,
  type Reposter,
  type Sent,
  type Session,
  WebAddress,
} from './adapter.ts';
import { NetworkError } from './failures.ts';

/**
 * What is true of every adapter, whoever wrote it: names and addresses of accounts and posts can be
 * shown, ids can be stored, no error contains a secret of the call, and a restored copy calls nothing.
 */

const MAX_ID = 1000;
const MAX_HANDLE = 200;
/** Of the posts that a person, or a restored copy, looks through. */
const MAX_POSTS = 30;
const MAX_TEXT = 10_000;
/** That are offered for what is typed. */
const MAX_PEOPLE = 8;

/** Runs a call. `given`: what no error may contain. */
type Run = <Result>(given: unknown, call: () => Promise<Result>) => Promise<Result>;

/** @param allow throws where no network may be called, whatever for */
const runOf =
  (allow: () => void): Run =>
  async (given, call) => {
    allow();
    return withSecrets(given, async () => {
      try {
        return await call();
      } catch (error) {
        redactError(error);
        throw error;
      }
    });
  };

function accountOf({ remoteId, handle: given, name, url, picture, ...rest }: Account): Account {
  const handle = displayName(given, MAX_HANDLE) || cut(remoteId, MAX_HANDLE);
  return {
    ...rest,
    remoteId: requireId(remoteId, 'transient'),
    handle,
    name: displayName(name) || handle,
    url: WebAddress.parse(url),
    picture: WebAddress.parse(picture),
  };
}

const connectionOf = ({ account, credentials }: Connection): Connection => ({
  account: accountOf(account),
  credentials,
});

const sentOf = <Kind extends Sent>(sent: Kind, kind: 'unknown' | 'transient'): Kind => ({
  ...sent,
  id: requireId(sent.id, kind),
  url: WebAddress.parse(sent.url),
});

const foundOf = <Found extends Sent | string | NetworkError>(found: Found): Found =>
  typeof found === 'string' || found instanceof NetworkError
    ? found
    : (sentOf(found, 'transient') as Found);

const latestOf = (clock: Clock, { content, created_at, ...sent }: LatestPost): LatestPost => {
  const time = Date.parse(created_at.slice(0, 60));
  return {
    ...sentOf(sent, 'transient'),
    content: manyLines(content, MAX_TEXT),
    // One of no known time may be new: what is new is compared by its text.
    created_at: new Date(Number.isNaN(time) ? clock.now() : time).toISOString(),
  };
};

/** An id is never cut: it would be the id of something else. */
function requireId(id: string, kind: 'unknown' | 'transient'): string {
  if (id === '' || id.length > MAX_ID || /\p{Cc}/u.test(id))
    throw new NetworkError(kind, 'id', 'The network responded with an invalid id');
  return id;
}

/** A count that can be stored; null for anything else. */
const countOf = (value: unknown): number | null =>
  Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : null;

/** Figures of each part: those that are none are left out. */
function figuresOf(parts: readonly Sent[], read: readonly (Metrics | 'gone')[]) {
  if (read.length !== parts.length)
    throw new NetworkError('transient', 'figures', 'The network left out what it was asked for');
  return read.map((metrics) =>
    metrics === 'gone'
      ? metrics
      : (Object.fromEntries(
          METRICS.flatMap((metric) => {
            const count = countOf(metrics[metric]);
            return count === null ? [] : [[metric, count]];
          }),
        ) as Metrics),
  );
}

/** Secrets of a form; an address may have them in its path. */
const secretsOf = (method: ConnectMethod, fields: Fields) =>
  method.fields
    .filter(({ secret }) => secret)
    .map(({ name }) => fields[name]?.trim() ?? '')
    .flatMap((text) => [text, ...(text.includes('://') ? text.split('/').slice(3) : [])]);

function checkedMethod(run: Run, method: ConnectMethod): ConnectMethod {
  if (method.by === 'fields')
    return {
      ...method,
      connect: (fields, scope) =>
        run(secretsOf(method, fields), async () =>
          connectionOf(await method.connect(fields, scope)),
        ),
    };
  return {
    ...method,
    begin: (fields, redirect) =>
      run(secretsOf(method, fields), () => method.begin(fields, redirect)),
    complete: (code, attempt, redirect) =>
      run([code, attempt], async () =>
        (await method.complete(code, attempt, redirect)).map(connectionOf),
      ),
  };
}

function checkedReposter(run: Run, repost: Reposter): Reposter {
  return {
    ...repost,
    send: (given, session, signal) =>
      run(session.credentials, async () =>
        sentOf(await repost.send(given, session, signal), 'unknown'),
      ),
    find: (given, session, signal) =>
      run(session.credentials, async () => foundOf(await repost.find(given, session, signal))),
  };
}

export function checked(
  adapter: Adapter,
  { clock, installation }: Pick<AppContext, 'clock' | 'installation'>,
): Adapter {
  const run = runOf(installation.requireActive);
  const { methods, renew, lookUp, prepare, remove, repost, people, figures } = adapter;
  const readAccount = figures?.readAccount;
  const [first, ...others] = methods;
  const as = <Result>({ credentials }: Session, call: () => Promise<Result>) =>
    run(credentials, call);
  return {
    ...adapter,
    methods: [checkedMethod(run, first), ...others.map((method) => checkedMethod(run, method))],
    identify: (session, signal) =>
      as(session, async () => accountOf(await adapter.identify(session, signal))),
    ...(renew && {
      renew: {
        ...renew,
        renew: (session, signal) => as(session, () => renew.renew(session, signal)),
      },
    }),
    ...(lookUp && {
      lookUp: (fields, signal) =>
        run({}, async () => {
          const found = await lookUp(fields, signal);
          return { ...found, name: displayName(found.name) || found.server };
        }),
    }),
    ...(prepare && {
      prepare: (parts, session, signal) => as(session, () => prepare(parts, session, signal)),
    }),
    send: (parts, session, signal) =>
      as(session, async () =>
        (await adapter.send(parts, session, signal)).map((sent) => sentOf(sent, 'unknown')),
      ),
    find: (part, session, signal) =>
      as(session, async () => foundOf(await adapter.find(part, session, signal))),
    ...(remove && {
      remove: (sent, session, signal) => as(session, () => remove(sent, session, signal)),
    }),
    ...(repost && { repost: checkedReposter(run, repost) }),
    ...(people && {
      people: (text, session, signal) =>
        as(session, async () =>
          (await people(text, session, signal))
            .filter(({ handle }) => isHandle(adapter.network, handle))
            .slice(0, MAX_PEOPLE)
            .map(({ handle, name }) => ({ handle, name: displayName(name) || handle })),
        ),
    }),
    ...(figures && {
      figures: {
        ...figures,
        readParts: (parts, session, signal) =>
          as(session, async () =>
            figuresOf(parts, await figures.readParts(parts, session, signal)),
          ),
        ...(readAccount && {
          readAccount: (session, signal) =>
            as(session, async () => {
              const { followers, posts } = await readAccount(session, signal);
              return { followers: countOf(followers), posts: countOf(posts) };
            }),
        }),
      },
    }),
    latest: (session, signal, count) =>
      as(session, async () =>
        (await adapter.latest(session, signal, count))
          .slice(0, count ?? MAX_POSTS)
          .map((post) => latestOf(clock, post)),
      ),
  };
}
