import type { z } from 'zod';
import type { Capability } from '../roles.ts';
import type { ErrorCode, FieldErrors } from './errors.ts';

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** With a slash at its end, but for a document that other servers know by its name. */
type ApiPath = `/api/${string}/` | `/api/${string}.json`;

/**
 * Who may call. `public` needs no token and ignores an invalid one. `user`: anyone who is signed
 * in, for what is their own. A capability: members of the workspace whose role has it.
 */
export type Access = 'public' | 'user' | Capability;

/**
 * The response of an endpoint: JSON of a schema, a stream of server-sent events, or a file of one
 * of these media types.
 */
export type ResponseSpec =
  | z.ZodType
  | { readonly kind: 'events' }
  | { readonly kind: 'file'; readonly types: readonly string[] };

/**
 * The header that names the workspace of a request. Without it, the workspace that the caller
 * joined first counts.
 */
export const WORKSPACE_HEADER = 'x-workspace';

/** The header that identifies a browser tab, so that the tab is not notified of its own changes. */
export const TAB_HEADER = 'x-tab';

/** The kind of the response; 'nothing' where there is none. */
export const kindOf = (response: ResponseSpec | undefined) =>
  response === undefined ? 'nothing' : 'kind' in response ? response.kind : 'json';

/**
 * One endpoint, declared once and used by the server (validation, serialisation, OpenAPI), by the
 * web client (types, forms) and by the tests of all endpoints.
 *
 * `path` ends in a slash and marks its parameters with a colon; the slash is
 * optional. An endpoint without `response` responds with 204.
 */
export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Res extends ResponseSpec = ResponseSpec,
  A extends Access = Access,
  M extends Method = Method,
  Path extends ApiPath = ApiPath,
> {
  readonly method: M;
  readonly path: Path;
  readonly access: A;
  readonly summary: string;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /** 'bytes': the body is a file of any type, which the handler reads as a stream. */
  readonly takes?: 'bytes';
  readonly response?: Res;
  readonly status?: 200 | 201;
  /** The query field that accepts any text, including NUL and malformed percent-encoding. */
  readonly anyText?: string;
  /**
   * The maximum body in bytes. Default: 1 MiB, on a public endpoint 64 KiB; none where it takes bytes, which
   * are written to the disk as they arrive.
   */
  readonly bodyLimit?: number;
  /** It changes nothing, although it is a POST, as where what is asked is long: no answer is kept. */
  readonly reads?: true;
  /**
   * People’s Idempotency-Keys have a meaning of its own there: a repeated request may say something
   * else (docs/domain/review.md, 'Autosave').
   */
  readonly keepsOwnKeys?: true;
  /** Additional keys of its error responses, for clients that expect a shape of their own. */
  readonly failure?: (error: { detail: string; fields: FieldErrors; code: ErrorCode }) => object;
}

/** Whether an Idempotency-Key makes a request happen once. */
export const isRepeatable = ({ method, access, response, takes, reads }: Endpoint) =>
  method === 'POST' && access !== 'public' && kindOf(response) === 'json' && !takes && !reads;

/** Declares an endpoint. Does nothing but infer the exact schemas. */
export function endpoint<
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
  const Res extends ResponseSpec = z.ZodVoid,
  const A extends Access = Access,
  const M extends Method = Method,
  const Path extends ApiPath = ApiPath,
>(
  declaration: Endpoint<Params, Query, Body, Res, A, M, Path>,
): Endpoint<Params, Query, Body, Res, A, M, Path> {
  return declaration;
}

type Parts<E> =
  E extends Endpoint<infer Params, infer Query, infer Body, infer Res, Access>
    ? { params: Params; query: Query; body: Body; response: Res }
    : never;

/** What a handler receives after parsing. */
export type Parsed<E> = {
  params: z.output<Parts<E>['params']>;
  query: z.output<Parts<E>['query']>;
  body: z.output<Parts<E>['body']>;
};

/** What a caller sends, before parsing. */
export type Sent<E> = {
  params: z.input<Parts<E>['params']>;
  query: z.input<Parts<E>['query']>;
  body: z.input<Parts<E>['body']>;
};

/**
 * A file that is streamed, until its client disconnects (`gone`). With an `etag`, a client that has it
 * gets a 304.
 */
export type FileResponse = {
  name: string;
  type: string;
  chunks: (gone: AbortSignal) => AsyncIterable<string | Uint8Array>;
  etag?: string;
};

/** Sends events until the client disconnects. */
export type EventsResponse = (gone: AbortSignal) => AsyncIterable<string>;

/** What the handler of an endpoint returns. */
export type ResponseOf<E> = Parts<E>['response'] extends infer Res
  ? Res extends z.ZodType
    ? z.output<Res>
    : Res extends { kind: 'file' }
      ? FileResponse
      : EventsResponse
  : never;
