import type { z } from 'zod';
import type { FieldErrors } from './errors.ts';
import type { Capability } from './roles.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Who may call: `public` needs no token and ignores a stale one; `person` anybody who is signed in, for what is their own; a
 * capability the members of the workspace whose role has it.
 */
export type Access = 'public' | 'person' | Capability;

/** What pages show and others change: an endpoint that changes it says so, and who shows it is told (contract/live.ts). */
export const TOPICS = ['content', 'comments', 'people', 'presence'] as const;
export type Topic = (typeof TOPICS)[number];

/** The header that names the workspace a request is about; without it, it is the one that the person joined first. */
export const WORKSPACE_HEADER = 'x-workspace';

/** The header by which a tab of a browser is told from others, so that it is not told of what it did itself. */
export const TAB_HEADER = 'x-tab';

/**
 * One endpoint, declared once and used by the server (validation, serialisation, OpenAPI), by the web client (types,
 * forms) and by the tests that walk over all of them.
 *
 * `path` ends in a slash and names its parameters with a colon; without the slash it answers the same.
 * An endpoint without `answer` answers 204 and nothing.
 */
export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
  Who extends Access = Access,
> {
  readonly method: Method;
  readonly path: `/api/${string}/`;
  readonly access: Who;
  readonly summary: string;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  readonly answer?: Answer;
  readonly status?: 200 | 201;
  /** What is another in the workspace once it has answered. */
  readonly changes?: Topic;
  /** Whether it answers server-sent events, for as long as somebody listens. */
  readonly events?: boolean;
  /** The media types of a file that it answers instead, written piece by piece. */
  readonly file?: readonly string[];
  /** The field of its query that takes any text, be it NUL or a percent sign that begins no character. */
  readonly anyText?: string;
  /** The largest body in bytes, where it is not 1 MiB, or on a public endpoint 64 KiB. */
  readonly bodyLimit?: number;
  /** Further keys of its error answers, where the specification has a shape of its own for them. */
  readonly failure?: (error: { detail: string; fields: FieldErrors }) => object;
}

/** Declares an endpoint; only gives the compiler the exact schemas. */
export function endpoint<
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
  Answer extends z.ZodType = z.ZodVoid,
  const Who extends Access = Access,
>(declaration: Endpoint<Params, Query, Body, Answer, Who>): Endpoint<Params, Query, Body, Answer, Who> {
  return declaration;
}

type Parts<E> =
  E extends Endpoint<infer Params, infer Query, infer Body, infer Answer, Access>
    ? { params: Params; query: Query; body: Body; answer: Answer }
    : never;

/** What a handler gets after parsing. */
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

/** What the endpoint answers. */
export type AnswerOf<E> = z.output<Parts<E>['answer']>;
