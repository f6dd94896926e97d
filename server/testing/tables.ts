import type { DB } from '../database/types.ts';

/**
 * The owners of tables (docs/decisions/0039-features-in-groups.md): who changes them, and whose
 * statements read them.
 */

/** The groups of features in their order (.dependency-cruiser.cjs), after the plumbing. */
export const OWNED = {
  plumbing: [
    'idempotency_keys',
    'installation',
    'instance',
    'migrations',
    'rate_limits',
    'request_answers',
    'restored_jobs',
  ],
  core: [
    'audit_archives',
    'audit_counted',
    'audit_days',
    'audit_log',
    'provenance',
    'sessions',
    'users',
  ],
  networks: ['network_apps', 'practice_accounts', 'practice_posts'],
  people: [
    'api_keys',
    'app_clients',
    'app_codes',
    'app_devices',
    'app_grants',
    'app_tokens',
    'contact_messages',
    'identities',
    'invitations',
    'memberships',
    'notification_mails',
    'notification_settings',
    'notifications',
    'password_resets',
    'principals',
    // A view: those that there should be.
    'principals_due',
    'workspaces',
  ],
  content: [
    'approvals',
    'assignments',
    'comment_mentions',
    'comments',
    'deleted_folders',
    'folders',
    // A trigger of items writes it.
    'item_media',
    'item_versions',
    'item_viewers',
    'item_views',
    'items',
    // A trigger of items writes it.
    'mentioned_people',
    'post_count_changes',
    'post_counts',
    'posts',
    'presence',
    'search_documents',
    'search_unlearned',
    'search_vocabulary',
    'snippets',
    'template_values',
    'templates',
    'transitions',
  ],
  media: ['media_blobs', 'media_files', 'media_garbage', 'media_uploads'],
  publishing: [
    'afterward_attempts',
    'afterwards',
    'calendar_feeds',
    'channel_connections',
    'channel_pictures',
    'channel_sets',
    'channel_slots',
    'channels',
    'clearances',
    'conversion_names',
    'day_notes',
    'draft_times',
    'link_hours',
    'link_settings',
    'link_sources',
    // Triggers of link_hours write it.
    'link_totals',
    'link_visits',
    'pauses',
    'publication_attempts',
    'publication_parts',
    'publication_uploads',
    'publications',
    'publisher_heartbeat',
    'site_conversions',
    'site_events',
    'site_hours',
    'site_secrets',
    'site_visits',
    'snippet_channels',
    // Triggers of link_sources write it.
    'source_totals',
    'tracked_links',
    'visit_salts',
  ],
  analytics: [
    'channel_days',
    'channel_readings',
    'publication_figures',
    // A trigger of readings writes it.
    'publication_growth',
    'reading_budgets',
    'reading_costs',
    'reading_plans',
    'readings',
    'reports',
  ],
  assistant: [
    'assistant_acknowledgements',
    'assistant_actions',
    'assistant_alerts',
    'assistant_alts',
    'assistant_limits',
    'assistant_runs',
    'assistant_servers',
    'assistant_use',
    'assistant_voice_folders',
    'assistant_voices',
  ],
  automation: [
    'event_readers',
    'events',
    'evergreen_folders',
    'evergreen_uses',
    'feed_entries',
    'feeds',
    'incoming_addresses',
    'incoming_calls',
    'rule_posts',
    'rule_proposals',
    'rule_runs',
    'rule_sources',
    'rules',
    'webhook_attempts',
    'webhook_deliveries',
    'webhook_events',
    'webhooks',
  ],
  operations: [],
} as const satisfies Record<string, readonly (keyof DB)[]>;

const ORDER = Object.keys(OWNED);
const OWNERS = new Map(
  Object.entries(OWNED).flatMap(([group, tables]) =>
    tables.map((table): [string, string] => [table, group]),
  ),
);

/** The group that a file of the server is in. */
const groupOf = (file: string) => /^server\/features\/(\w+)\//.exec(file)?.[1] ?? 'plumbing';

export const isOwn = (file: string, table: string) => OWNERS.get(table) === groupOf(file);
/** Whether a table is of the group of a file, or of one before it. */
export const isBefore = (file: string, table: string) =>
  ORDER.indexOf(OWNERS.get(table) ?? '') <= ORDER.indexOf(groupOf(file));

/** The tables that the source of a file changes, in statements that are plain text. */
export const changedIn = (source: string) =>
  [...source.matchAll(/\b(?:insert into|update|delete from) (\w+)/g)]
    .map(([, table = '']) => table)
    .filter((table) => OWNERS.has(table));

const TOKEN = /--[^\n]*|'(?:[^']|'')*'|"(\w+)"|\w+|[(),.]/g;
/** The words that end a list of tables. */
const ENDS = /^(where|group|order|limit|offset|for|union|returning|set|on|having|window|select)$/;

/** The tables that a statement reads and changes. Tables that triggers and functions use are not seen. */
export function tablesOf(statement: string) {
  const tokens = [...statement.matchAll(TOKEN)]
    .filter(([text]) => !text.startsWith('--'))
    .map(([text, quoted]) => quoted ?? text.toLowerCase());
  const [read, changed] = [new Set<string>(), new Set<string>()];
  /** Of each parenthesis that is open: whether it is in a list of tables. */
  const outer: boolean[] = [];
  let isList = false;
  let isNext = false;
  for (const [index, token] of tokens.entries()) {
    const [before, next = ''] = [tokens[index - 1] ?? '', tokens[index + 1]];
    if (token === '(') {
      outer.push(isList);
      [isList, isNext] = [false, false];
    } else if (token === ')') [isList, isNext] = [outer.pop() ?? false, false];
    else if (isChange(token, before)) {
      changed.add(next);
      [isList, isNext] = [false, false];
    } else if (token === 'join' || (token === 'from' && before !== 'distinct'))
      [isList, isNext] = [true, true];
    else if (token === 'using' && next !== '(') [isList, isNext] = [true, true];
    else if (token === ',') isNext = isList;
    else if (ENDS.test(token)) [isList, isNext] = [false, false];
    else if (isNext && token !== 'lateral') {
      if (next !== '(' && next !== '.') read.add(token);
      isNext = false;
    }
  }
  const known = (names: Set<string>) => [...names].filter((name) => OWNERS.has(name));
  return { read: known(read), changed: known(changed) };
}

const isChange = (token: string, before: string) =>
  token === 'update' ||
  (token === 'into' && before === 'insert') ||
  (token === 'from' && before === 'delete');

/** Files below server/, the tables of others that their statements use, and why. */
type Exceptions = readonly (readonly [
  file: string,
  tables: readonly (keyof DB)[],
  reason: string,
])[];

export const CHANGES_OF_OTHERS: Exceptions = [
  [
    'database/installation.ts',
    [
      'publications',
      'publication_attempts',
      'afterwards',
      'rules',
      'rule_runs',
      'evergreen_folders',
    ],
    'What a restored copy must not send is held before the application starts (decision 38).',
  ],
  [
    'features/core/auth/auth.sql.ts',
    ['memberships', 'workspaces', 'password_resets'],
    'Registering makes a person with a workspace in one statement; a new password ends the links to reset the former.',
  ],
  [
    'features/people/account/account.sql.ts',
    ['users'],
    'People change and close their own account.',
  ],
  [
    'features/people/addresses/addresses.sql.ts',
    ['users'],
    'An address becomes that of a person once it is proved.',
  ],
  [
    'features/people/keys/keys.sql.ts',
    ['users'],
    'A service account is a user that nobody signs in to.',
  ],
  [
    'features/people/keys/access.sql.ts',
    ['users'],
    'A service account is handed over with who made it, which its user says.',
  ],
  [
    'features/content/posts/write.sql.ts',
    ['audit_log', 'publications'],
    'A change of posts is one statement with its audit entries (decision 20), and an approval with what it schedules.',
  ],
  [
    'features/operations/maintenance/maintenance.sql.ts',
    [
      'channel_connections',
      'contact_messages',
      'idempotency_keys',
      'invitations',
      'item_versions',
      'notifications',
      'password_resets',
      'post_count_changes',
      'post_counts',
      'posts',
      'presence',
      'publication_attempts',
      'clearances',
      'rate_limits',
      'request_answers',
      'search_vocabulary',
      'sessions',
    ],
    'Expired rows of all workspaces are deleted in one way.',
  ],
];

export const READS_OF_LATER: Exceptions = [
  [
    'features/people/apps/apps.sql.ts',
    ['publications'],
    'An app is shown with how many of its proposals wait.',
  ],
  [
    'features/people/keys/keys.sql.ts',
    ['folders', 'channels'],
    'A key can be for some channels, and for some folders with those below them.',
  ],
  [
    'features/core/auth/auth.sql.ts',
    ['memberships'],
    'Who signs in has the role that a membership says.',
  ],
  [
    'features/core/audit/audit.sql.ts',
    [
      'api_keys',
      'items',
      'folders',
      'channels',
      'channel_sets',
      'feeds',
      'incoming_addresses',
      'reports',
      'rules',
      'snippets',
      'templates',
      'tracked_links',
      'webhooks',
    ],
    'An entry is shown with the name of its object.',
  ],
  ['features/people/members/members.sql.ts', ['posts'], 'A workspace says whether it is empty.'],
  [
    'features/publishing/pause/pause.sql.ts',
    ['rules'],
    'Whoever pauses is told how many rules publish without asking.',
  ],
  [
    'features/people/notifications/notifications.sql.ts',
    ['deleted_folders', 'items', 'posts', 'transitions'],
    'A notification is shown with the title of its post, and goes to its author and to who requested its review.',
  ],
  [
    'features/content/templates/templates.sql.ts',
    ['channels', 'channel_sets'],
    'A template names the channels that its posts are proposed for.',
  ],
  [
    'features/content/posts/posts.sql.ts',
    [
      'afterwards',
      'publications',
      'publication_figures',
      'draft_times',
      'channels',
      'media_files',
      'media_blobs',
    ],
    'An item is shown with where it is published and what its files are; what is planned or proposed limits its changes.',
  ],
  [
    'features/content/posts/write.sql.ts',
    ['publications', 'publication_figures', 'draft_times', 'channels'],
    'What is written is returned as it is shown.',
  ],
  [
    'features/content/posts/approvals.sql.ts',
    ['publications'],
    'An approval of a text covers what is scheduled, or proposed, of it.',
  ],
  [
    'features/content/posts/read-posts.sql.ts',
    ['publications', 'publication_figures', 'draft_times', 'channels'],
    'A whole post has its items as they are shown.',
  ],
  [
    'features/content/listing/items-list.sql.ts',
    ['publications', 'publication_figures', 'draft_times', 'channels'],
    'Lists show where and when posts are published, and filter by it.',
  ],
  [
    'features/content/listing/items-ranked.sql.ts',
    ['publications', 'publication_figures', 'draft_times', 'channels'],
    'The same for what is searched for.',
  ],
  [
    'features/content/listing/items-viewed.sql.ts',
    ['publications', 'publication_figures', 'draft_times', 'channels'],
    'The same, sorted by what networks counted of them.',
  ],
  [
    'features/media/media.sql.ts',
    ['publications', 'publication_parts'],
    'A file is shown with what uses it, and is kept while something may be sent with it.',
  ],
];
