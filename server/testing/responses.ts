import type { DeclaredEndpoint } from '#contract/endpoints.ts';
import type { FileResponse, ResponseOf, Sent } from '#contract/http/endpoint.ts';
import type { ErrorCode } from '#contract/http/errors.ts';

/** The types of responses, from the contract, by the method and the path of a request. */

/** `:` for a parameter: one that the contract names, a number, or a part that is computed. */
type Segment<Text extends string> = Text extends `:${string}` | `${number}`
  ? ':'
  : Record<never, never> extends Record<Text, unknown>
    ? ':'
    : Text;

/** A path without its query, with `:` for each parameter: `/api/content/items/:/`. */
type Shape<Path extends string> = Path extends `${infer Before}?${string}`
  ? Shape<Before>
  : Path extends `${infer Head}/${infer Rest}`
    ? `${Segment<Head>}/${Shape<Rest>}`
    : Path extends ''
      ? ''
      : Segment<Path>;

type Endpoints = {
  [E in DeclaredEndpoint as `${E['method']} ${Shape<E['path']>}`]: E;
};

/** What the contract does not declare. */
type Others = { 'GET /readyz': { status: string } };

/** The body of a refused request, with messages by field. */
export type Failure<Field extends PropertyKey = never> = {
  detail?: string;
  code?: ErrorCode;
  /** The stored state, where the request was of another version. */
  current?: unknown;
} & { [Name in Field | 'non_field_errors']?: [string, ...string[]] };

type Keys<T> = T extends object ? keyof T : never;

/** Lists whose first elements may be read without a check: a test fails where one is missing. */
type Read<T> = T extends readonly (infer Element)[]
  ? [Read<Element>, Read<Element>, Read<Element>, Read<Element>, ...Read<Element>[]]
  : T extends object
    ? { [Name in keyof T]: Read<T[Name]> }
    : T;

type Fields<E> = Keys<Sent<E>['body']> | Keys<Sent<E>['query']> | Keys<Sent<E>['params']>;

type Success<E> =
  ResponseOf<E> extends infer Result
    ? Result extends FileResponse
      ? string
      : Result extends void
        ? Failure<Fields<E>>
        : Read<Result> & Failure<Exclude<Fields<E>, Keys<Result>>>
    : never;

/** The body of a response; unknown where no endpoint has a path of this shape. */
export type BodyOf<M extends string, Path extends string> = `${M} ${Shape<Path>}` extends infer Key
  ? Key extends keyof Endpoints
    ? Success<Endpoints[Key]>
    : Key extends keyof Others
      ? Others[Key]
      : unknown
  : never;

/** A response to a request of this method and path. */
export type ApiResponse<M extends string = string, Path extends string = string> = {
  status: number;
  body: BodyOf<M, Path>;
  headers: Headers;
};

/** Calls the API as somebody. A computed path is cast to one of the shape that it has. */
export type Call = <const Path extends string, const M extends string = 'GET'>(
  path: Path,
  method?: M,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<ApiResponse<M, Path>>;
