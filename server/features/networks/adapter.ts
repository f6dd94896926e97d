import type { ChannelNetwork } from '#contract/networks.ts';

/**
 * The interface between the publisher and a network. An adapter knows no posts and no queue: it
 * gets credentials and a frozen part, and returns a result or throws a `NetworkError`.
 *
 * - `connect` and `find` may be repeated freely.
 * - `send` is the only call that makes something visible. It is repeated only after an outcome that
 *   is not `unknown`, or after `find` has returned 'absent'.
 * - Whatever may have reached the network is `unknown`, from the first byte of the request on.
 *   `transient` promises that nothing was published.
 * - Every call ends when its signal is aborted, and has a timeout of its own.
 */
export type Adapter = {
  network: ChannelNetwork;
  /** The fields of the form that connects an account. */
  fields: readonly { name: string; label: string; help: string }[];
  /** @throws AppError 400 with messages by field */
  connect: (
    fields: Readonly<Record<string, string>>,
    scope: { workspaceId: number; signal: AbortSignal },
  ) => Promise<Connection>;
  send: (part: SendPart, signal: AbortSignal) => Promise<Sent>;
  /**
   * Looks for a part whose outcome is unknown: 'unknowable' where the network cannot be asked.
   */
  find: (part: SendPart, signal: AbortSignal) => Promise<Sent | 'absent' | 'unknowable'>;
};

/** An account as the network describes it. */
type Account = {
  remoteId: string;
  /** The server, where a network has many; else empty. */
  server: string;
  handle: string;
  name: string;
  url: string | null;
};

type Connection = { account: Account; credentials: Credentials };

/** Whatever the adapter needs to call the network, as JSON. It is stored sealed. */
export type Credentials = Readonly<Record<string, unknown>>;

/** A published part. */
export type Sent = { id: string; url: string | null };

/** A frozen part to publish. */
export type SendPart = {
  credentials: Credentials;
  account: Pick<Account, 'remoteId' | 'server'>;
  position: number;
  content: string;
  language: string | null;
  /** Identifies the part, the same for every attempt. */
  key: string;
  /** The part that it replies to; null for the first one. */
  parent: Sent | null;
  /** When the first attempt to send it began. */
  since: Date;
};

export type FailureKind =
  | 'transient'
  | 'rate_limited'
  | 'reauthorize'
  | 'rejected'
  | 'operator'
  | 'unknown';

/** The failure of a call. `detail` is a sentence, of the network where it gives one. */
export class NetworkError extends Error {
  readonly kind: FailureKind;
  readonly code: string;
  /** Not before then, where the network says so. */
  readonly until: Date | undefined;

  constructor(
    kind: FailureKind,
    code: string,
    detail: string,
    { until, cause }: { until?: Date; cause?: unknown } = {},
  ) {
    super(detail, { cause });
    this.kind = kind;
    this.code = code;
    this.until = until;
  }
}
