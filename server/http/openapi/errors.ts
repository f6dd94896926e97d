import { type Endpoint, isRepeatable } from '#contract/http/endpoint.ts';
import type { ErrorCode } from '#contract/http/errors.ts';
import { keyRuleOf } from '#contract/keys/key-rules.ts';
import { isCapability } from '#contract/roles.ts';

/** The errors of endpoints, as docs/api.md lists them. */

type Failure = {
  status: number;
  description: string;
  example: { detail: string; code: ErrorCode; [field: string]: unknown };
  /** Whether it says when to try again. */
  retries?: true;
};

export const FAILURES = {
  Invalid: {
    status: 400,
    description: 'The input does not fit: messages by field.',
    example: { detail: 'name: Enter a name', code: 'invalid', name: ['Enter a name'] },
  },
  NotAuthenticated: {
    status: 401,
    description: 'No token or key, or it is not valid any more.',
    example: { detail: 'This key was revoked.', code: 'not_authenticated' },
  },
  Forbidden: {
    status: 403,
    description:
      'The role or the key does not allow it: `forbidden`, `not_a_member`, `scope_required` or `key_refused`.',
    example: {
      detail: "This takes a key with the scope 'publish'.",
      code: 'scope_required',
      scope: 'publish',
    },
  },
  NotFound: {
    status: 404,
    description: 'There is none, or it is of another workspace.',
    example: { detail: 'There is no post 41.', code: 'not_found' },
  },
  Conflict: {
    status: 409,
    description:
      'It has changed since it was read, or its state does not allow it: `stale`, with the `current` one where there is one. Or it may be at the network, and nobody has said that they have looked there: `look_first`. Or the first request with this Idempotency-Key still runs: `in_progress`.',
    example: { detail: 'Somebody else has saved this post.', code: 'stale' },
  },
  TooLarge: {
    status: 413,
    description: 'The body is too large.',
    example: { detail: 'The body is larger than 1 MiB.', code: 'too_large' },
  },
  UnsupportedMediaType: {
    status: 415,
    description: 'The body is not JSON.',
    example: { detail: 'Send JSON as application/json.', code: 'unsupported_media_type' },
  },
  OtherRequest: {
    status: 422,
    description: 'The Idempotency-Key belongs to another request.',
    example: { detail: 'This Idempotency-Key belongs to another request.', code: 'invalid' },
  },
  RateLimited: {
    status: 429,
    description: 'Too many requests: wait for `Retry-After` seconds.',
    example: { detail: 'Too many requests. Please try again.', code: 'rate_limited' },
    retries: true,
  },
  Unavailable: {
    status: 503,
    description:
      'The database is away or busy, takes no writes, or this is a restored copy at rest.',
    example: { detail: 'The database is busy. Please try again.', code: 'unavailable' },
    retries: true,
  },
} as const satisfies Record<string, Failure>;

type FailureName = keyof typeof FAILURES;

/** The errors that an endpoint can answer, but for those that nobody expects. */
export function failuresOf(endpoint: Endpoint): FailureName[] {
  const { access, params, query, body, takes, method } = endpoint;
  const isForMembers = access !== 'public';
  const isLimited = isForMembers && (isCapability(access) || 'never' in keyRuleOf(endpoint));
  const names: [FailureName, boolean][] = [
    ['Invalid', !!(body || query || takes)],
    ['NotAuthenticated', isForMembers || endpoint.path.startsWith('/api/auth/')],
    ['Forbidden', isLimited],
    ['NotFound', !!(params || body)],
    ['Conflict', isForMembers && method !== 'GET' && method !== 'HEAD'],
    ['TooLarge', !!(body || takes)],
    ['UnsupportedMediaType', !!body],
    ['OtherRequest', isRepeatable(endpoint)],
    ['RateLimited', true],
    ['Unavailable', true],
  ];
  return names.flatMap(([name, applies]) => (applies ? name : []));
}
