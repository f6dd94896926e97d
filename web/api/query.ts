import { QueryCache, QueryClient } from '@tanstack/react-query';
import { toast } from '#web/ui/Toaster.tsx';
import { ApiError, isMissing } from './client.ts';

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, { meta }) => {
      // What is not there, a page says in its own place.
      if (!meta?.failure || isMissing(error)) return;
      toast({ title: 'Error', description: error.message || String(meta.failure), variant: 'destructive' });
    },
  }),
  defaultOptions: {
    // The server may well be on this machine: whether there is a network says nothing.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      staleTime: 10_000,
      // What the API refused, it refuses again; what did not reach it is worth one more try.
      retry: (failures, error) =>
        failures < 1 && !(error instanceof ApiError && error.status > 0 && error.status < 500),
      retryDelay: 300,
    },
  },
});

/** The keys of all that is fetched: a change names what it makes stale by the beginning of a key. */
export const keys = {
  folders: ['folders'] as const,
  items: ['items'] as const,
  itemLists: ['items', 'list'] as const,
  itemList: (filters: object) => ['items', 'list', filters] as const,
  suggestions: (text: string) => ['items', 'suggestions', text] as const,
  account: ['account'] as const,
  sessions: ['sessions'] as const,
  workspace: ['workspace'] as const,
  workspaces: ['workspaces'] as const,
  members: ['members'] as const,
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
  /** Changes of what an editor may have open. */
  steps: ['steps'] as const,
  workflow: ['workflow'] as const,
  transitions: (id: number) => ['workflow', 'item', id] as const,
  pending: ['workflow', 'pending'] as const,
  history: (id: number) => ['items', 'history', id] as const,
  figures: ['items', 'figures'] as const,
  volume: ['items', 'volume'] as const,
  thread: (id: number) => ['items', 'thread', id] as const,
};

/** All that a change of content makes stale. */
export const contentKeys = [keys.items, keys.folders, keys.workflow];

/** The key behind which the next page of a list begins, out of the link that leads there. */
export const cursorOf = (next: string | null) =>
  next ? (new URL(next, window.location.origin).searchParams.get('cursor') ?? undefined) : undefined;
