import { paths } from './paths.ts';
import { type Page, settingsPages } from './settings-pages.ts';

export type { Audience, Page } from './settings-pages.ts';

/**
 * Every page. The router, breadcrumbs, palette, sidebar, robots.txt and the test of all pages read
 * this table. The components are in web/routes.tsx.
 */
const pages = {
  home: { path: paths.home, audience: 'everybody' },
  features: { path: paths.features, audience: 'everybody' },
  pricing: { path: paths.pricing, audience: 'everybody' },
  about: { path: paths.about, audience: 'everybody' },
  contact: { path: paths.contact, audience: 'everybody' },
  terms: { path: paths.terms, audience: 'everybody' },
  privacy: { path: paths.privacy, audience: 'everybody' },

  login: { path: paths.login, audience: 'guest' },
  register: { path: paths.register, audience: 'guest' },
  forgotPassword: { path: paths.forgotPassword, audience: 'guest' },
  resetPassword: { path: paths.resetPassword(':uid?', ':token?'), audience: 'link' },
  invitation: { path: paths.invitation(':token'), audience: 'link' },
  unsubscribe: { path: paths.unsubscribe(':token'), audience: 'link' },
  socialCallback: { path: paths.socialCallback(), audience: 'link' },
  sharedReport: { path: paths.sharedReport(':token'), audience: 'link' },
  confirmAddress: { path: paths.confirmAddress(':token'), audience: 'user' },
  authorize: { path: paths.authorize, audience: 'user' },
  device: { path: paths.device(), audience: 'user' },

  content: {
    path: paths.content,
    audience: 'member',
    crumb: 'Content',
    jump: { to: 'content', also: 'posts list' },
    full: true,
    side: { label: 'Content', description: 'Manage your content' },
  },
  drafts: {
    path: paths.drafts,
    audience: 'member',
    crumb: 'Drafts',
    jump: { to: 'drafts' },
    full: true,
  },
  published: {
    path: paths.published,
    audience: 'member',
    crumb: 'Published',
    jump: { to: 'published' },
    full: true,
  },
  threads: {
    path: paths.threads,
    audience: 'member',
    crumb: 'Threads',
    jump: { to: 'threads' },
    full: true,
  },
  trash: {
    path: paths.trash,
    audience: 'member',
    crumb: 'Trash',
    jump: { to: 'trash' },
    full: true,
  },
  review: {
    path: paths.review,
    audience: 'member',
    crumb: 'Review',
    jump: { to: 'review', also: 'approve approval queue waiting' },
    full: true,
    side: { label: 'Review', description: 'What waits for approval' },
  },
  ideas: { path: paths.ideas, audience: 'member', crumb: 'Ideas', full: true },
  createContent: {
    path: paths.createContent(),
    audience: 'member',
    crumb: 'Create New',
    full: true,
  },
  editContent: {
    path: paths.editContent(':id'),
    audience: 'member',
    crumb: 'Edit Content #',
    full: true,
  },
  previewContent: {
    path: paths.previewContent(':id'),
    audience: 'member',
    crumb: 'Preview Content #',
  },
  report: {
    path: paths.report(':id'),
    audience: 'member',
    crumb: 'Report #',
    parent: paths.analytics,
    wide: true,
  },
  calendar: {
    path: paths.calendar,
    audience: 'member',
    crumb: 'Calendar',
    jump: { to: 'calendar', also: 'schedule plan month week' },
    full: true,
    side: { label: 'Calendar', description: 'Plan and schedule' },
  },
  analytics: {
    path: paths.analytics,
    audience: 'member',
    crumb: 'Analytics',
    jump: { to: 'analytics', also: 'figures views statistics' },
    wide: true,
    side: { label: 'Analytics', description: 'Figures, links, best times' },
  },
  analyticsPost: {
    path: paths.analyticsPost(':id'),
    audience: 'member',
    crumb: 'Figures of #',
    parent: paths.analytics,
    wide: true,
  },
  library: {
    path: paths.library,
    audience: 'member',
    crumb: 'Media',
    jump: { to: 'media', also: 'upload pictures images videos files library' },
    full: true,
    side: { label: 'Media', description: 'Pictures, videos, files' },
  },
  templates: {
    path: paths.templates,
    audience: 'member',
    crumb: 'Templates',
    jump: { to: 'templates', also: 'patterns variables' },
    full: true,
    side: { label: 'Templates', description: 'Patterns, snippets, sets' },
  },
  editTemplate: {
    path: paths.template(':template'),
    audience: 'member',
    crumb: 'Edit Template',
    parent: paths.templates,
    full: true,
  },
  automations: {
    path: paths.automations,
    audience: 'member',
    crumb: 'Automations',
    jump: { to: 'automations', also: 'rules workflows triggers' },
    full: true,
    side: { label: 'Automations', description: 'Rules and what they did', also: paths.feeds },
  },
  runs: {
    path: paths.runs,
    audience: 'member',
    crumb: 'Runs',
    parent: paths.automations,
    full: true,
  },
  editRule: {
    path: paths.automation(':rule'),
    audience: 'member',
    crumb: 'Rule',
    parent: paths.automations,
    full: true,
  },
  feeds: {
    path: paths.feeds,
    audience: 'member',
    crumb: 'Feeds',
    parent: paths.automations,
    jump: { to: 'feeds', also: 'rss atom entries automations' },
    full: true,
  },
  feed: { path: paths.feed(':id'), audience: 'member', crumb: 'Feed #', parent: paths.feeds },
  attention: {
    path: paths.attention,
    audience: 'member',
    crumb: 'Needs attention',
    jump: { to: 'needs attention', also: 'stopped failed errors' },
    side: { label: 'Needs attention', description: 'What stopped, and why' },
  },
  socialAccounts: {
    path: paths.socialAccounts,
    audience: 'member',
    crumb: 'Social Accounts',
    jump: { to: 'social accounts', also: 'connect channels networks queue slots' },
    side: { label: 'Social Accounts', description: 'Connect social media accounts' },
  },
  queue: {
    path: paths.queue(':channel'),
    audience: 'member',
    crumb: 'Queue',
    parent: paths.socialAccounts,
    wide: true,
  },
  channelCallback: {
    path: paths.channelCallback,
    audience: 'member',
    crumb: 'Connecting an account',
  },
  practice: { path: paths.practice(':channel'), audience: 'member', crumb: 'Practice' },
  ...settingsPages,
} as const satisfies Record<string, Page>;

export type PageName = keyof typeof pages;

/** All pages, in the order above. */
export const allPages = Object.entries(pages) as [PageName, Page][];

/** Whether the page of this name is for members of a workspace. */
export const isForMembers = (page: string): boolean =>
  allPages.some(([name, { audience }]) => name === page && audience === 'member');

/** Whether search engines may not index the page of this name. */
export const isHidden = (page: string): boolean =>
  allPages.some(
    ([name, { audience }]) => name === page && !['everybody', 'guest'].includes(audience),
  );

const shown = allPages.filter(([name]) => !isHidden(name)).map(([, { path }]) => path);
const beginnings = allPages
  .filter(([name]) => isHidden(name))
  .map(([, { path }]) => `/${path.split('/')[1]}`)
  // To search engines, '/r' is the beginning of '/register', too.
  .map((prefix) => (shown.some((path) => path.startsWith(prefix)) ? `${prefix}/` : prefix));

/** The path prefixes of all pages that search engines may not index. */
export const hiddenPaths = [...new Set(beginnings)];
