import { type FakeReply, fetchFile } from './fake.ts';
import type { Fault } from './fault-proxy.ts';

/** What the fakes of Meta's networks have in common: errors, and containers. */

export const failure = (
  code: number,
  message: string,
  { subcode, status = 400 }: { subcode?: number; status?: number } = {},
): FakeReply => ({
  status,
  body: {
    error: {
      message,
      type: 'OAuthException',
      code,
      ...(subcode && { error_subcode: subcode }),
      fbtrace_id: 'Atrace',
    },
  },
});

export const graphFailures = (fault: Fault) => {
  const as = (reply: FakeReply, headers?: Record<string, string>) => ({
    status: reply.status,
    body: reply.body,
    ...(headers && { headers }),
  });
  switch (fault) {
    case 'rate_limit':
      return as(failure(4, 'Application request limit reached'), { 'retry-after': '1' });
    case 'expired':
    case 'revoked':
      return as(failure(190, 'The session is invalid', { subcode: 460, status: 401 }));
    case 'refuse':
      return as(failure(368, 'The action is deemed abusive'));
    default:
      return as(failure(2, 'An unexpected error has occurred', { status: 500 }));
  }
};

/** Meta sends no more entries at once, whatever is asked for. */
const MAX_LIMIT = 100;

/**
 * A page of a list, the latest first.
 * @param entries the latest last
 * @param given `sparse`: the first page is empty, because Meta leaves out what it does not show
 */
export function listPage<Entry>(
  entries: readonly Entry[],
  params: URLSearchParams,
  show: (entry: Entry) => object,
  { sparse }: { sparse: boolean },
): FakeReply {
  const after = params.get('after');
  const begin = Number(after ?? 0);
  const limit = Math.min(Number(params.get('limit') ?? 25), MAX_LIMIT);
  const end = sparse && after === null ? 0 : begin + limit;
  return {
    status: 200,
    body: {
      data: entries.toReversed().slice(begin, end).map(show),
      paging: {
        cursors: { before: String(begin), after: String(end) },
        ...(end < entries.length && { next: `https://graph.facebook.com/?after=${end}` }),
      },
    },
  };
}

export const figureFaults = () => ({
  /** Whether the application has the permission: a login that asks for it is refused else. */
  approved: true,
  /** Names that were retired: they refuse the whole call. */
  retired: [] as string[],
  leftOut: [] as string[],
  asText: false,
  limited: false,
  /** How often something was asked for. */
  calls: 0,
});
type FigureFaults = ReturnType<typeof figureFaults>;

/** Metrics by name, where all are known. */
export function insights(
  metrics: string | null | undefined,
  values: Readonly<Record<string, number | Record<string, number>>>,
  faults: FigureFaults,
): FakeReply {
  faults.calls++;
  if (faults.limited)
    return {
      ...failure(4, 'Application request limit reached'),
      headers: { 'x-business-use-case-usage': '{"1":[{"estimated_time_to_regain_access":30}]}' },
    };
  const names = metrics?.split(',') ?? Object.keys(values);
  const unknown = names.find((name) => !(name in values) || faults.retired.includes(name));
  if (unknown !== undefined)
    return failure(100, `(#100) metric[0] must be one of the following values, not ${unknown}`);
  const data = names
    .filter((name) => !faults.leftOut.includes(name))
    .map((name) => {
      const value = values[name];
      const isText = faults.asText && typeof value === 'number';
      return { name, period: 'lifetime', values: [{ value: isText ? String(value) : value }] };
    });
  return { status: 200, body: { data } };
}

export type Container = {
  id: string;
  owner: string;
  fields: Record<string, string>;
  status: 'IN_PROGRESS' | 'FINISHED' | 'PUBLISHED' | 'ERROR' | 'EXPIRED';
  /** How often it was asked for. */
  asked: number;
  files: Buffer[];
  /** What was made of it. */
  post: string | undefined;
};

/**
 * Containers: files are fetched when they are made; they are processed for a while, and published
 * once.
 */
export function createContainers({ processing = 0 } = {}) {
  const containers = new Map<string, Container>();
  const options = { processing, unreachable: false };
  let ids = 5000;
  return {
    options,
    get: (id: string | undefined) => containers.get(id ?? ''),
    all: () => [...containers.values()],
    add: async (
      owner: string,
      fields: Record<string, string>,
      link: string | undefined,
    ): Promise<Container | undefined> => {
      const file = link && !options.unreachable ? await fetchFile(link) : undefined;
      if (link && !file) return undefined;
      const one: Container = {
        id: String(++ids),
        owner,
        fields,
        status: 'IN_PROGRESS',
        asked: 0,
        files: file ? [file.bytes] : [],
        post: undefined,
      };
      containers.set(one.id, one);
      return one;
    },
    statusOf: (container: Container) => {
      const awaitsBytes =
        container.fields.upload_type === 'resumable' && container.files.length === 0;
      if (
        container.status === 'IN_PROGRESS' &&
        !awaitsBytes &&
        container.asked++ >= options.processing
      )
        container.status = 'FINISHED';
      return container.status;
    },
  };
}
