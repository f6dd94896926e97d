import { paths } from './paths.ts';
import type { Capability } from './roles.ts';

/** The audience of a page decides its layout, and whether search engines may index it. */
export type Audience =
  /** Everyone: prerendered, and in the sitemap. */
  | 'everybody'
  /** Visitors who are not signed in. */
  | 'guest'
  /** Visitors who follow a link of a mail or of a network. */
  | 'link'
  /** Signed-in people who follow such a link. */
  | 'user'
  /** Members of a workspace. */
  | 'member';

export type Page = {
  /** The path for the router: a segment that begins with a colon is a parameter. */
  path: string;
  audience: Audience;
  /** The breadcrumb of a page for members; `#` stands for its parameter. */
  crumb?: string;
  /** The command of the palette that opens it, and the capability that it takes. */
  /** `also`: other words that find it. */
  jump?: { to: string; also?: string; needs?: Capability };
  /** The page above it, in the breadcrumbs. */
  parent?: string;
  /** It has the whole main area, and lays itself out. */
  full?: true;
  /** It is as wide as the main area: a table, not a column of text. */
  wide?: true;
  /** Its entry in the sidebar. `also`: a path elsewhere that it stands for, with all below. */
  side?: { label: string; description: string; also?: string };
};

/** The pages of the settings, in their order. */
export const settingsPages = {
  settings: {
    path: paths.settings,
    audience: 'member',
    crumb: 'Settings',
    jump: { to: 'settings', also: 'password email notifications profile' },
  },
  apps: {
    path: paths.apps,
    audience: 'member',
    crumb: 'Connected apps',
    parent: paths.settings,
    jump: { to: 'connected apps', also: 'agents mcp oauth claude chatgpt programs' },
    wide: true,
  },
  members: {
    path: paths.members,
    audience: 'member',
    crumb: 'Members',
    parent: paths.settings,
    jump: { to: 'members', also: 'team people roles invite' },
  },
  workspace: {
    path: paths.workspace,
    audience: 'member',
    crumb: 'Workspace',
    parent: paths.settings,
    jump: { to: 'workspace settings', also: 'time zone timezone approval late' },
  },
  linkSettings: {
    path: paths.linkSettings,
    audience: 'member',
    crumb: 'Links and UTM',
    parent: paths.settings,
    jump: { to: 'links and utm', also: 'short links visits tracking campaign' },
  },
  apiKeys: {
    path: paths.apiKeys,
    audience: 'member',
    crumb: 'API keys',
    parent: paths.settings,
    jump: { to: 'api keys', also: 'programs tokens service curl' },
    wide: true,
  },
  webhooks: {
    path: paths.webhooks,
    audience: 'member',
    crumb: 'Webhooks',
    parent: paths.settings,
    jump: { to: 'webhooks', also: 'events endpoints zapier n8n make', needs: 'manage' },
    wide: true,
  },
  webhook: {
    path: paths.webhook(':webhook'),
    audience: 'member',
    crumb: 'Webhook',
    parent: paths.webhooks,
    wide: true,
  },
  assistantSettings: {
    path: paths.assistantSettings,
    audience: 'member',
    crumb: 'Assistant',
    parent: paths.settings,
    jump: { to: 'assistant settings', also: 'ai model voices', needs: 'assist' },
  },
  voice: {
    path: paths.voice(':voice'),
    audience: 'member',
    crumb: 'Voice',
    parent: paths.assistantSettings,
  },
  audit: {
    path: paths.audit,
    audience: 'member',
    crumb: 'Audit Log',
    parent: paths.settings,
    jump: { to: 'audit', needs: 'audit' },
    wide: true,
  },
} as const satisfies Record<string, Page>;
