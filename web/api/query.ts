import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  QueryCache,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import { toast } from '#web/ui/overlays/toast.ts';
import { ApiError, failureIn, isMissing } from './client.ts';

class Client extends QueryClient {
  /**
   * Also fetches again what is being fetched for the first time: the library takes that response,
   * which may be from before the change, for a new one.
   */
  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ) {
    const first = this.getQueryCache()
      .findAll({ ...filters, fetchStatus: 'fetching' })
      .filter(({ state }) => state.data === undefined);
    await super.invalidateQueries(filters, options);
    await Promise.allSettled(first.map(({ promise }) => promise));
    await Promise.all(
      first.map(({ queryKey }) => super.invalidateQueries({ queryKey, exact: true }, options)),
    );
  }
}

/** `failure`: the text of a toast where it fails; `states`: with the status of the answer. */
export const queryClient = new Client({
  queryCache: new QueryCache({
    onError: (error, { meta }) => {
      // A 404 is shown by the page itself.
      if (!meta?.failure || isMissing(error)) return;
      toast({
        title: 'Error',
        description: meta.states
          ? (failureIn(String(meta.failure), error) ?? undefined)
          : error.message || String(meta.failure),
        variant: 'destructive',
      });
    },
  }),
  defaultOptions: {
    // The server may be on this machine: being offline says nothing.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      staleTime: 10_000,
      // Refusals of the API are final; network failures are retried once.
      retry: (failures, error) =>
        failures < 1 && !(error instanceof ApiError && error.status > 0 && error.status < 500),
      retryDelay: 300,
    },
  },
});

/**
 * All query keys: changes name what they invalidate by the prefix of a key. Each key is the key of
 * one query, and a prefix whose entries are updated is above one shape, but for items, which are
 * found in any (query.test.ts). The key of a list of items ends with its filters.
 */
export const keys = {
  folders: ['folders'] as const,
  trash: ['trash'] as const,
  items: ['items'] as const,
  /** All that lists items, whatever its shape. */
  itemLists: ['items', 'list'] as const,
  contentLists: ['items', 'list', 'content'] as const,
  contentList: (filters: object) => ['items', 'list', 'content', filters] as const,
  searches: ['items', 'list', 'search'] as const,
  searchResults: (search: object) => ['items', 'list', 'search', search] as const,
  untimedDrafts: (search: string) =>
    ['items', 'list', 'untimed', { status: ['draft'], search }] as const,
  allSuggestions: ['items', 'suggestions'] as const,
  suggestions: (text: string, limit: number) => ['items', 'suggestions', text, limit] as const,
  account: ['account'] as const,
  installation: ['installation'] as const,
  sessions: ['sessions'] as const,
  workspace: ['workspace'] as const,
  workspaces: ['workspaces'] as const,
  members: ['members'] as const,
  memberAccess: (id: number, role: string | undefined) => ['member-access', id, role] as const,
  ownAccess: ['own-access'] as const,
  apiKeys: ['api-keys'] as const,
  apiKey: (id: number) => ['api-keys', id] as const,
  apps: ['apps'] as const,
  appRequest: (query: string) => ['app-request', query] as const,
  invitations: ['invitations'] as const,
  invitation: (token: string) => ['invitation', token] as const,
  audit: (filters: object) => ['audit', filters] as const,
  auditSummary: ['audit', 'summary'] as const,
  notifications: ['notifications'] as const,
  notificationList: ['notifications', 'list'] as const,
  unread: ['notifications', 'unread'] as const,
  notificationChange: ['notification-change'] as const,
  notificationSettings: ['notification-settings'] as const,
  allComments: ['comments'] as const,
  comments: (id: number) => ['comments', id] as const,
  allPresence: ['presence'] as const,
  presence: (id: number) => ['presence', id] as const,
  xLink: ['x-link'] as const,
  views: (id: number) => ['views', id] as const,
  /** Changes of the text that an editor may have open. */
  steps: ['steps'] as const,
  workflow: ['workflow'] as const,
  transitions: (id: number) => ['workflow', 'item', id] as const,
  decidedText: (id: number) => ['workflow', 'decided', id] as const,
  /** Without a version: of all of them. */
  additions: (id: number, version?: number) =>
    ['workflow', 'additions', id, ...(version === undefined ? [] : [version])] as const,
  pending: ['workflow', 'pending'] as const,
  history: (id: number) => ['items', 'history', id] as const,
  statistics: ['items', 'statistics'] as const,
  volume: ['items', 'volume'] as const,
  volumeIn: (zone: string) => ['items', 'volume', zone] as const,
  threads: ['items', 'thread'] as const,
  thread: (id: number) => ['items', 'thread', id] as const,
  channels: ['channels'] as const,
  mentioned: (text: string) => ['mentioned', text] as const,
  people: (text: string) => ['people', text] as const,
  channelNow: (channel: number) => ['accounts', channel] as const,
  media: ['media'] as const,
  mediaList: (filters: object) => ['media', 'list', filters] as const,
  mediaFile: (id: number) => ['media', 'file', id] as const,
  mediaUses: (id: number) => ['media', 'uses', id] as const,
  mediaUsage: ['media', 'usage'] as const,
  mediaPass: ['media', 'pass'] as const,
  evergreen: (folder: number) => ['folders', 'evergreen', folder] as const,
  evergreenOutlook: (folder: number, fields: object) =>
    ['folders', 'evergreen outlook', folder, fields] as const,
  evergreenUses: (item: number) => ['items', 'evergreen uses', item] as const,
  evergreenCopies: (of: object) => ['items', 'evergreen copies', of] as const,
  evergreenUse: (item: number) => ['items', 'evergreen use', item] as const,
  feeds: ['feeds'] as const,
  feedList: ['feeds', 'list'] as const,
  feedEntries: (id: number) => ['feeds', 'entries', id] as const,
  channelSets: ['channels', 'sets'] as const,
  networks: ['networks'] as const,
  setupGuide: (guide: string) => ['setup-guide', guide] as const,
  practice: (channel: number) => ['practice', channel] as const,
  publications: ['publications'] as const,
  publicationsOf: (item: number) => ['publications', 'of', item] as const,
  publication: (id: number) => ['publications', 'one', id] as const,
  allFigures: ['publications', 'figures'] as const,
  figures: (item: number) => ['publications', 'figures', item] as const,
  reports: ['reports'] as const,
  report: (id: number) => ['report', id] as const,
  reportContent: (id: number) => ['report', id, 'content'] as const,
  sharedReport: (token: string) => ['shared-report', token] as const,
  bestTimes: ['best-times'] as const,
  bestTimesOf: (channel: number) => ['best-times', channel] as const,
  /** Views of the page of figures, by their range and filters. */
  overview: (query: object) => ['publications', 'figures', 'overview', query] as const,
  postFigures: (query: object) => ['publications', 'figures', 'posts', query] as const,
  postList: (query: object) => ['publications', 'figures', 'all', query] as const,
  postFiguresOf: (item: number) => ['publications', 'figures', 'post', item] as const,
  channelFigures: (query: object) => ['publications', 'figures', 'channels', query] as const,
  typical: (query: object) => ['publications', 'figures', 'typical', query] as const,
  refreshing: (query: object) => ['publications', 'figures', 'refreshing', query] as const,
  visits: (query: object) => ['publications', 'figures', 'visits', query] as const,
  siteVisits: (query: object) => ['publications', 'figures', 'site-visits', query] as const,
  figurePermissions: ['publications', 'figures', 'permissions'] as const,
  readingBudget: ['publications', 'figures', 'budget'] as const,
  publishingChecks: (item: number) => ['publications', 'check', item] as const,
  publishingCheck: (item: number, given: object) => ['publications', 'check', item, given] as const,
  linkCards: (item: number) => ['publications', 'links', item] as const,
  latestPosts: (id: number) => ['publications', 'latest', id] as const,
  /** With the publications: what changes them changes it. */
  calendar: ['publications', 'calendar'] as const,
  calendarOf: (query: object) => ['publications', 'calendar', query] as const,
  outlook: ['publications', 'outlook'] as const,
  suggestedChannels: (item: number) => ['publications', 'suggested', item] as const,
  usedChannels: (item: number) => ['publications', 'used', item] as const,
  draftTime: (item: number) => ['publications', 'time', item] as const,
  queues: ['publications', 'queues'] as const,
  pause: ['publications', 'pause'] as const,
  pausePreview: (until: string | undefined) => ['publications', 'pause preview', until] as const,
  policyPreview: ['publications', 'policy preview'] as const,
  held: ['publications', 'held'] as const,
  heldAfterwards: ['publications', 'held', 'afterwards'] as const,
  queue: (channel: number) => ['publications', 'queue', channel] as const,
  feed: ['feed'] as const,
  links: ['links'] as const,
  linkLists: ['links', 'list'] as const,
  linkList: (filters: object) => ['links', 'list', filters] as const,
  link: (id: number, range: object) => ['links', 'one', id, range] as const,
  linkSettings: ['link-settings'] as const,
  /** All of the writing assistant. */
  assistant: ['assistant'] as const,
  assistantState: ['assistant', 'state'] as const,
  assistantSettings: ['assistant', 'settings'] as const,
  voices: ['assistant', 'voices'] as const,
  ownActions: ['assistant', 'actions'] as const,
  proposedAlts: ['assistant', 'alts'] as const,
  templates: ['templates'] as const,
  templateLists: ['templates', 'list'] as const,
  templateList: (filters: object) => ['templates', 'list', filters] as const,
  template: (id: number) => ['templates', 'one', id] as const,
  rules: ['rules'] as const,
  ruleList: ['rules', 'list'] as const,
  rule: (id: number) => ['rules', 'one', id] as const,
  ruleRuns: (filters: object) => ['rules', 'runs', filters] as const,
  ruleProposals: (item: number) => ['rules', 'proposals', item] as const,
  ruleRun: (id: number) => ['rules', 'run', id] as const,
  snippets: ['snippets'] as const,
  snippetTexts: ['snippets', 'texts'] as const,
  allEndings: ['snippets', 'endings'] as const,
  endingsOf: (item: number | undefined) => ['snippets', 'endings', item ?? null] as const,
  incoming: ['incoming'] as const,
  webhooks: ['webhooks'] as const,
  webhookList: ['webhooks', 'list'] as const,
  webhook: (id: number) => ['webhooks', 'one', id] as const,
  webhookDeliveries: (id: number, state: string | undefined) =>
    ['webhooks', 'deliveries', id, state] as const,
  webhookDelivery: (id: number) => ['webhooks', 'delivery', id] as const,
  attention: ['attention'] as const,
  attentionList: (filters: object) => ['attention', 'list', filters] as const,
  attentionCount: ['attention', 'count'] as const,
};

/**
 * Updates cached data before the server has answered. A failure is logged: the request matters
 * more, and what is shown is refetched after it.
 */
export function updateCache<Result>(update: () => Result): Result | undefined {
  try {
    return update();
  } catch (error) {
    console.error('Cached data could not be updated.', error);
    return undefined;
  }
}

/** The queries that a change of content invalidates. */
export const contentKeys = [
  keys.items,
  keys.folders,
  keys.workflow,
  keys.calendar,
  // An approval keeps what a post ends with.
  keys.allEndings,
];

/** The same for a change of these items alone: others stay cached. */
export const contentKeysOf = (items: readonly number[]) => [
  keys.itemLists,
  keys.allSuggestions,
  keys.statistics,
  keys.volume,
  keys.folders,
  keys.pending,
  keys.calendar,
  keys.allEndings,
  ...items.flatMap((id) => [keys.thread(id), keys.history(id), keys.transitions(id)]),
];

/** The cursor in the link to the next page of a list. */
export const cursorOf = (next: string | null) =>
  next
    ? (new URL(next, window.location.origin).searchParams.get('cursor') ?? undefined)
    : undefined;
