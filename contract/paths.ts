type Id = number | string;

/** Every path of the application, for pages and for links in mails; no other file contains one. */
export const paths = {
  home: '/',
  features: '/features',
  pricing: '/pricing',
  about: '/about',
  contact: '/contact',
  terms: '/terms',
  privacy: '/privacy',
  login: '/login',
  register: '/register',
  forgotPassword: '/forgot-password',
  resetPassword: (user: Id, token: string) => `/reset-password/${user}/${token}`,
  confirmAddress: (token: string) => `/confirm-address/${token}`,
  unsubscribe: (token: string) => `/unsubscribe/${token}`,
  invitation: (token: string) => `/invite/${token}`,
  socialCallback: (query?: URLSearchParams) => `/auth/callback${query ? `?${query}` : ''}`,
  content: '/content',
  drafts: '/content/drafts',
  published: '/content/published',
  threads: '/threads',
  trash: '/content/trash',
  review: '/content/review',
  ideas: '/content/ideas',
  automations: '/automations',
  /** 'new' for one that is not yet there. */
  automation: (id: Id) => `/automations/${id}`,
  copyOfRule: (id: Id) => `/automations/new?copy=${id}`,
  readyRule: (index: number) => `/automations/new?ready=${index}`,
  runs: '/automations/runs',
  runsOf: (rule: Id) => `/automations/runs?rule=${rule}`,
  feeds: '/feeds',
  feed: (id: Id) => `/feeds/${id}`,
  search: (query: URLSearchParams | string) => `/content?${query || 'view=search'}`,
  folder: (id: Id) => `/content?folder=${id}`,
  createContent: (folder?: Id | null) =>
    folder ? `/content/create?folder=${folder}` : '/content/create',
  createThread: (folder?: Id | null) =>
    `/content/create?mode=thread${folder ? `&folder=${folder}` : ''}`,
  editContent: (id: Id) => `/content/edit/${id}`,
  /** The editor, where the text gets a variant for a network. */
  customiseContent: (id: Id, network: string) => `/content/edit/${id}?customise=${network}`,
  /** The editor, where the alt text of a file is written. */
  describeFile: (id: Id, file: Id) => `/content/edit/${id}?describe=${file}`,
  previewContent: (id: Id) => `/content/preview/${id}`,
  comment: (item: Id, id: Id) => `/content/preview/${item}#comment-${id}`,
  analytics: '/analytics',
  reports: '/analytics?view=reports',
  report: (id: Id) => `/analytics/reports/${id}`,
  sharedReport: (token: string) => `/r/${token}`,
  /** A view of it, with a range and filters. */
  analyticsView: (view: string) => `/analytics?view=${view}`,
  analyticsPost: (id: Id) => `/analytics/posts/${id}`,
  settings: '/settings',
  notificationSettings: '/settings#notifications',
  accountAccess: '/settings#access',
  xSettings: (outcome: string) => `/settings?x=${outcome}`,
  audit: '/settings/audit',
  apiKeys: '/settings/api',
  apps: '/settings/apps',
  /** Where an app sends a person, who decides about it. */
  authorize: '/oauth/authorize',
  /** Where the code of a program in a terminal is entered. */
  device: (code?: string) => `/device${code ? `?code=${code}` : ''}`,
  members: '/settings/members',
  workspace: '/settings/workspace',
  linkSettings: '/settings/links',
  webhooks: '/settings/webhooks',
  webhook: (id: Id) => `/settings/webhooks/${id}`,
  siteSettings: '/settings/links#site',
  assistantSettings: '/settings/assistant',
  /** 'new' for one that is not yet there. */
  voice: (id: Id) => `/settings/assistant/voices/${id}`,
  socialAccounts: '/social-accounts',
  connectedAccount: (id: Id) => `/social-accounts?connected=${id}`,
  reconnectAccount: (id: Id) => `/social-accounts?reconnect=${id}`,
  channelCallback: '/social-accounts/callback',
  queue: (channel: Id) => `/social-accounts/${channel}/queue`,
  calendar: '/calendar',
  /** A new post with a time: 2026-11-24T09:00 in the zone of the workspace. */
  createContentAt: (local: string) => `/content/create?at=${local}`,
  attention: '/attention',
  library: '/media',
  templates: '/templates',
  snippets: '/templates?view=snippets',
  channelSets: '/templates?view=sets',
  /** 'new' for one that is not yet there. */
  template: (id: Id) => `/templates/${id}`,
  file: (id: Id) => `/media?file=${id}`,
  practice: (channel: Id) => `/practice/${channel}`,
  socialSignIn: (next: string, zone: string) =>
    `/api/auth/social/twitter/?${new URLSearchParams({ next, time_zone: zone })}`,
};

/**
 * Whether this is a path of the application that cannot lead elsewhere (`//host`, `https:`,
 * `/\host`).
 */
export function isOwnPath(path: string) {
  return /^\/(?![/\\])/.test(path) && new URL(path, 'http://own.invalid').host === 'own.invalid';
}

/** Whether this part of an address can be the id of a record. */
export const isItemId = (id: Id) =>
  /^[1-9]\d{0,15}$/.test(String(id)) && Number.isSafeInteger(Number(id));
