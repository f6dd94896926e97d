import { cut, oneLine } from '../../http/outgoing/foreign.ts';
import { redact } from '../../http/redact.ts';
import { MAX_PAUSE_MS } from './times.ts';

/** What a call of an adapter throws. */

const MIN_WAIT_MS = 1000;
const MAX_WAIT_MS = 5 * 60_000;

/** Thrown where the network is still at work: it is asked again after so many milliseconds. */
export class StillProcessing extends Error {
  override name = 'StillProcessing';
  readonly ms: number;
  constructor(ms: number) {
    super('the network is still at work');
    // A network may name a time that is none.
    this.ms = Math.min(Math.max(ms, MIN_WAIT_MS), MAX_WAIT_MS);
  }
}

export type FailureKind =
  /** Nothing happened; the same again, later. */
  | 'transient'
  /** The network asks for a pause. */
  | 'rate_limited'
  /** The credentials are too old: they are renewed, and the call is repeated. */
  | 'expired'
  /** The access was revoked. */
  | 'reauthorize'
  /** The files that were uploaded are gone: they are prepared again. */
  | 'unprepared'
  /** The network refuses the content. */
  | 'rejected'
  /** The installation is at fault. */
  | 'operator'
  /** It may have happened. */
  | 'unknown';

const MAX_DETAIL = 300;
const MAX_CODE = 60;
const MAX_REQUEST_ID = 100;
/** Secrets are removed before a text is cut: the beginning of one would not be recognised. */
const MAX_READ = 10_000;

/**
 * The failure of a call. Whatever a server says in it is cleaned here, because it is stored and shown:
 * `detail` is a sentence on one line, without a full stop and without secrets.
 */
export class NetworkError extends Error {
  readonly kind: FailureKind;
  /** Letters, digits, `_`, `.` and `-`. */
  readonly code: string;
  /** Not before then, as the network says it; `waitMs` reads it. */
  readonly until: Date | undefined;
  /** Identifies the call at the network. */
  readonly requestId: string | undefined;

  constructor(
    kind: FailureKind,
    code: string,
    detail: string,
    {
      until,
      requestId,
      cause,
    }: { until?: Date | undefined; requestId?: string; cause?: unknown } = {},
  ) {
    super(
      oneLine(redact(cut(detail, MAX_READ)), MAX_DETAIL)
        .replace(/\.$/, '')
        .trimEnd(),
      { cause },
    );
    this.kind = kind;
    this.code = codeOf(code, MAX_CODE) || 'unknown';
    // A server may name an instant that is none.
    this.until = Number.isNaN(until?.getTime()) ? undefined : until;
    this.requestId =
      requestId === undefined ? undefined : codeOf(requestId, MAX_REQUEST_ID) || undefined;
  }

  /**
   * How long the network wants no more calls, in milliseconds, where it says so: a day at most,
   * because a server may name an instant that never comes.
   */
  waitMs(now: number): number | undefined {
    return this.until && Math.min(this.until.getTime() - now, MAX_PAUSE_MS);
  }
}

const codeOf = (text: string, max: number) =>
  redact(text.slice(0, MAX_READ))
    .replaceAll(/[^\w.-]+/g, '-')
    .slice(0, max);
