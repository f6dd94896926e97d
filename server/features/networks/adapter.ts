import { z } from 'zod';
import type { Attachment } from '#contract/attachments.ts';
import type { Metrics } from '#contract/networks/metrics.ts';
import type { Network } from '#contract/networks/names.ts';
import type { Limits } from '#contract/networks/network-rules.ts';
import type { Picture, PictureLimits } from './adapter-context.ts';
import type { NetworkError } from './failures.ts';

/**
 * The interface between the publisher and a network. An adapter knows no posts and no queue: it
 * gets credentials and frozen parts, and returns a result or throws a `NetworkError`.
 *
 * - `send` is the only call that makes something visible. It is repeated only after an outcome that
 *   is not `unknown`, or after `find` has returned 'absent' or 'repeatable'. All others may be
 *   repeated freely.
 * - `prepare` and `find` throw `StillProcessing` where the network is at work: they are called again
 *   later. So does `send` where what it has sent is not published yet: `find` tells its outcome.
 * - Whatever may have reached the network is `unknown`, from the first byte of the request on.
 *   Every other kind of failure promises that nothing was published.
 * - Every call ends when its signal is aborted, and has a timeout of its own.
 * - Instants that it returns are of the clock that it was made with, by which they are read.
 * - `checked.ts` wraps every adapter: it removes credentials from errors, and checks names, ids and
 *   addresses that servers give.
 */
export type Adapter = Connector &
  Publisher & {
    network: Network;
    /**
     * People whose handle or name begins with a text of 2 to 60 characters, to mention them. Missing
     * where the network allows no search.
     */
    people?: (text: string, session: Session, signal: AbortSignal) => Promise<FoundPerson[]>;
    /** Missing where the network offers no figures, or they are not read. */
    figures?: Figures;
    /** What works only in part on this installation, or not for long, in sentences. */
    notices?: () => string[];
    /** Whether this installation is registered with the network, by whoever runs it. */
    isRegistered?: boolean;
    /** The version of its API, where versions end; the setting that names another one. */
    version?: { setting: string; version: string; ends: Date };
  };

/** `handle`: without the `@` before it. */
type FoundPerson = { handle: string; name: string };

/** How accounts of a network are connected, read and renewed. */
export type Connector = {
  /** How accounts are connected; the first is that of most people. */
  methods: readonly [ConnectMethod, ...ConnectMethod[]];
  /** What this installation is, for servers that ask it, as JSON. */
  describeClient?: () => Promise<object>;
  /** Reads the account again: its names and limits change. */
  identify: (session: Session, signal: AbortSignal) => Promise<Account>;
  /** Renews credentials that expire. A failure that is not `reauthorize` changes nothing. */
  renew?: {
    /** When they expire. */
    expiry: (credentials: Credentials) => Date | null;
    /** How long before expiry credentials are renewed (default: a few minutes). */
    earlyMs?: number;
    renew: (session: Session, signal: AbortSignal) => Promise<Credentials>;
  };
  /** What is behind the address of a server, where a network has many. */
  lookUp?: (
    fields: Fields,
    signal: AbortSignal,
  ) => Promise<{ server: string; name: string; limits: Limits }>;
};

/** How parts are published, found and deleted. */
export type Publisher = {
  /**
   * Makes whatever `send` needs and nobody sees: uploads, keys of records, facts to look for a part
   * with. One state for each part; it is stored, and given to `send` and `find`.
   */
  prepare?: (
    parts: readonly SendPart[],
    session: Session,
    signal: AbortSignal,
  ) => Promise<Prepared[]>;
  /** The maximum number of parts of one `send`, which publishes all of them or none. */
  batch: number;
  send: (parts: readonly SendPart[], session: Session, signal: AbortSignal) => Promise<Sent[]>;
  /**
   * Looks for a part whose outcome is unknown: 'unknowable' where the network cannot be asked,
   * 'repeatable' where it recognises a repetition, so that `send` is safe. A `NetworkError` that is
   * returned is the outcome: nothing was published, and why.
   */
  find: (
    part: SendPart,
    session: Session,
    signal: AbortSignal,
  ) => Promise<Sent | 'absent' | 'repeatable' | 'unknowable' | NetworkError>;
  /**
   * How long a request of unknown outcome may still have an effect, in milliseconds; 0 where a
   * repetition is recognised, or a request has no effect once its worker is gone.
   */
  inFlightMs: number;
  /**
   * Deletes a published part. One that is gone already is no error. Missing where the network does
   * not offer it.
   */
  remove?: (sent: Sent, session: Session, signal: AbortSignal) => Promise<void>;
  /** Missing where the network does not offer it. */
  repost?: Reposter;
  /**
   * The latest posts of the account, at most `count`, which is at most 30; a few without it. None
   * where it cannot be read.
   */
  latest: (session: Session, signal: AbortSignal, count?: number) => Promise<LatestPost[]>;
};

/**
 * How an account shows a published post once more. `send` and `find` keep what those of parts promise.
 * A post that is gone is `rejected` with the code `GONE`; one that the account shows already is a
 * success.
 */
export type Reposter = {
  send: (given: Repost, session: Session, signal: AbortSignal) => Promise<Sent>;
  find: (
    given: Repost,
    session: Session,
    signal: AbortSignal,
  ) => Promise<Sent | 'absent' | 'repeatable' | 'unknowable' | NetworkError>;
  inFlightMs: number;
};

/** A post that an account shows once more. */
export type Repost = {
  of: Sent;
  /** The account that has published it: the same one, or another one of the network. */
  from: Session['account'];
  /** Identifies it, and a time of it: the same for every attempt. */
  key: string;
  time: Date;
  /** When the first attempt began. */
  since: Date;
  /** Like that of a part, among what is shown once more. */
  isTaken: IsTaken;
};

/**
 * Whether an id is known as that of something else that was published: it is never what `find` looks
 * for, however alike they are. The worker refuses it as well.
 */
export type IsTaken = (id: string) => Promise<boolean>;

/** The code of a `NetworkError` of a post that is not there any more. */
export const GONE = 'gone';
/** The code of one of a part that replies to a post which is not there. */
export const PARENT = 'parent';

/**
 * How figures of what was published are read. Each call only reads, and may be repeated. A
 * `NetworkError` of kind `reauthorize` with the code `PERMISSION` says that the connection lacks a
 * permission for figures alone: publishing is not affected.
 */
export type Figures = {
  /** The maximum number of parts of one `readParts`. */
  batch: number;
  /** The ages at which a part is read, in hours, where they are not the usual ones. */
  ladder?: readonly number[];
  /** Where the network charges for reading: it is read within the budget of the workspace. */
  price?: Price;
  /** Whether there are figures of an account, where not all have them. */
  isOffered?: (account: Session['account']) => boolean;
  /** What the network counts of each part, in order; 'gone' where it does not have it any more. */
  readParts: (
    parts: readonly ReadPart[],
    session: Session,
    signal: AbortSignal,
  ) => Promise<readonly (Metrics | 'gone')[]>;
  /** What it counts of the account. */
  readAccount?: (session: Session, signal: AbortSignal) => Promise<AccountFigures>;
};

/** A published part, and its place in the thread. */
export type ReadPart = Sent & { position: number };

/** Null where the network does not say it. */
type AccountFigures = { followers: number | null; posts: number | null };

/**
 * Of a part or an account on a day (UTC), in thousandths of a dollar; accounts are read every so many
 * days.
 */
export type Price = { part: number; account: number; accountDays: number };

export const PERMISSION = 'permission';
/** The code of a `NetworkError` that says that nothing more is read before it is paid for. */
export const UNPAID = 'unpaid';

export type Fields = Readonly<Record<string, string>>;

type Field = { name: string; label: string; help: string; secret?: boolean; rare?: boolean };

/** How an account can be connected. `missing`: what this installation lacks for it, in sentences. */
export type ConnectMethod = (ByFields | ByRedirect) & {
  name: string;
  /** What a person does, as a button says it. */
  label: string;
  missing?: readonly string[];
};

/** @throws AppError 400 with messages by field */
type ByFields = {
  by: 'fields';
  fields: readonly Field[];
  connect: (
    fields: Fields,
    scope: { workspaceId: number; signal: AbortSignal },
  ) => Promise<Connection>;
};

/**
 * The person logs in at the network, which redirects them back with a code, and may have several
 * accounts there.
 */
export type ByRedirect = {
  by: 'redirect';
  fields: readonly Field[];
  /**
   * @returns the address to open, and what `complete` needs
   * @throws AppError 400 with messages by field
   */
  begin: (
    fields: Fields,
    redirect: { uri: string; state: string; signal: AbortSignal },
  ) => Promise<{ url: string; attempt: Credentials }>;
  complete: (
    code: string,
    attempt: Credentials,
    redirect: { uri: string; issuer: string | undefined; signal: AbortSignal },
  ) => Promise<readonly Connection[]>;
};

const MAX_ADDRESS = 2000;

/** An address that a server names, for people to open; null where it is none of a page. */
export const WebAddress = z
  .url({ protocol: /^https?$/, normalize: true })
  .max(MAX_ADDRESS)
  .nullable()
  .catch(null);

/** An account as the network describes it. */
export type Account = {
  remoteId: string;
  /** The server, where a network has many; else empty. */
  server: string;
  handle: string;
  name: string;
  url: string | null;
  /** Where its picture is, for everybody who knows the address; null where it has none. */
  picture: string | null;
  limits: Limits;
};

export type Connection = { account: Account; credentials: Credentials };

/**
 * Whatever the adapter needs to call the network, as JSON. It is stored sealed. `expires_at`: ISO
 * 8601, when a person has to connect the account again.
 */
export type Credentials = Readonly<Record<string, unknown>>;

/** On whose behalf a call is made. */
export type Session = {
  credentials: Credentials;
  account: Pick<Account, 'remoteId' | 'server'>;
};

/** What `prepare` made, as JSON; `until`: ISO 8601, where it expires. */
export type Prepared = { until?: string } & Readonly<Record<string, unknown>>;

/**
 * A published part. `extra`: what a reply to it needs beside the id, as JSON; `pause`: nothing more
 * is accepted before then.
 */
export type Sent = { id: string; url: string | null; extra?: unknown; pause?: Date | undefined };

export type LatestPost = Sent & { content: string; created_at: string };

/** A frozen part to publish. */
export type SendPart = {
  position: number;
  content: string;
  language: string | null;
  media: readonly SendMedia[];
  /**
   * The addresses that people wrote, and what is sent in their place: it is in the text, unless the
   * network can show one address and lead to another.
   */
  links: Readonly<Record<string, string>>;
  /** What was chosen for the publication and for the channel (contract/networks/networks.ts). */
  options: Readonly<Record<string, string>>;
  settings: Readonly<Record<string, string>>;
  /** Identifies the part, the same for every attempt. */
  key: string;
  prepared: Prepared | null;
  /** Like that of a file, for what belongs to the part as a whole. */
  once: (upload: () => Promise<Uploaded>) => Promise<Uploaded>;
  /** What that has stored. */
  recall: () => Promise<Uploaded | undefined>;
  /** Stores something else in its place. */
  keep: (made: Uploaded) => Promise<void>;
  /** How many former calls of `send` had an unknown outcome. */
  repeats: number;
  /**
   * The published parts that it continues: the first one of the thread, and the one that it replies
   * to. Null for the first part, and for parts that follow another one of the same `send`. Where a
   * network has no threads, this part is a comment below the first one.
   */
  thread: { root: Sent; parent: Sent } | null;
  /** When the first attempt to send it began. */
  since: Date;
  isTaken: IsTaken;
};

/** A file of a part, as it is published. */
export type SendMedia = Pick<
  Attachment,
  'kind' | 'hash' | 'name' | 'type' | 'size' | 'alt' | 'focus' | 'width' | 'height' | 'duration'
> & {
  /** Its bytes, of any size, from a position on. */
  chunks: (from?: number) => AsyncIterable<Uint8Array>;
  /** A picture within limits: as it is, or made smaller. */
  picture: (limits: PictureLimits) => Promise<Picture>;
  /**
   * A link for networks that fetch files by themselves; of a picture within limits. It is valid for
   * a day.
   * @throws NetworkError `operator` where this server cannot be reached by them
   */
  link: (limits: PictureLimits) => Promise<string>;
  /**
   * Runs an upload once, however often the part is tried: its result is stored, and returned until
   * it expires.
   */
  once: (upload: () => Promise<Uploaded>) => Promise<Uploaded>;
};

/** What a network has of a file, as JSON; `until`: ISO 8601, when it forgets it. */
type Uploaded = { until?: string } & Readonly<Record<string, unknown>>;
