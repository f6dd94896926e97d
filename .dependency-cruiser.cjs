const part = (path, pathNot) => (pathNot ? { path, pathNot } : { path });
const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

/**
 * The groups of contract and server/features, in order: each may import those before it. A feature of
 * the server is a folder in a group; `networks`, `media` and `assistant` are one feature each.
 */
const GROUPS = [
  'core',
  'networks',
  'people',
  'content',
  'media',
  'publishing',
  'analytics',
  'assistant',
  'automation',
  'operations',
];
const FEATURE =
  '^server/features/(?:(?:core|people|content|publishing|analytics|automation|operations)/)?';

/**
 * The groups of web/features, in order: each may import those before it. A feature is a folder in a
 * group, without folders of its own; `networks` is one feature. Why each stands where it does:
 */
const WEB_GROUPS = [
  // Signing in, public pages and the audit log are there without a post.
  'core',
  // Everything names members: who wrote, who decides, who is notified.
  'people',
  // The marks of networks, which know nothing but the name of a network.
  'networks',
  // Posts and folders, as lists and pages find them.
  'content',
  // It is asked about texts; files ask it for their descriptions, so it comes before them.
  'assistant',
  // Posts are published with files.
  'media',
  // It sends posts and their files, through channels.
  'publishing',
  // Templates, snippets and sets of channels are made for channels.
  'reusable',
  // It counts what was published.
  'analytics',
  // Rules, keys and webhooks choose among folders, channels, templates and feeds.
  'automation',
  // Its entries are drafts and publications; lists and drafts of ideas open its dialogs.
  'calendar',
  // What people work in, and so imports most of the above: lists, ideas, reviews.
  'workbench',
  // One post, with whatever has a place beside its text.
  'editor',
];

/** A rule for each group of a folder but the last: it imports no later one. */
const inOrder = (folder, groups, pathNot) =>
  groups
    .slice(0, -1)
    .map((group, index) =>
      rule(
        `${folder.replace('/features', '')}-group-${group}-imports-no-later-group`,
        'The groups have one order; what an earlier one needs of a later one belongs to it.',
        part(`^${folder}/${group}/`, pathNot),
        part(`^${folder}/(${groups.slice(index + 1).join('|')})/`),
      ),
    );

/**
 * The rules of CONTRIBUTING.md, 'Who may import what'. Each has been seen to fail:
 * server/testing/import-rules.test.ts.
 */
module.exports = {
  forbidden: [
    rule(
      'no-import-cycles',
      'Two files that need each other are one subject, or hide a third.',
      {},
      { circular: true },
    ),
    rule(
      'contract-imports-only-zod',
      'The contract is what both sides agree on: it can know neither of them.',
      part('^contract/', ['\\.test\\.ts$']),
      { pathNot: ['^contract/', '^node_modules/(zod|temporal-polyfill|tlds)/'] },
    ),
    ...inOrder('contract', ['http', ...GROUPS], ['\\.test\\.ts$']),
    rule(
      'web-never-imports-server',
      'The browser gets the contract, never the server.',
      part('^web/'),
      part('^server/'),
    ),
    rule(
      'server-never-imports-web',
      'The server serves built files; it knows no components.',
      part('^server/'),
      part('^web/'),
    ),
    rule(
      'commands-import-only-the-contract',
      'They run on any machine with Node, and load in a moment: neither the server nor a package is part of them.',
      part('^cli/', ['\\.test\\.ts$']),
      {
        path: ['^(server|web)/', '^node_modules/'],
        dependencyTypesNot: ['type-only'],
      },
    ),
    rule(
      'nothing-imports-commands',
      'They call the server as any program does.',
      part('^(contract|server|web)/', ['^server/testing/', '\\.test\\.ts$']),
      part('^cli/'),
    ),
    rule(
      'another-server-feature-only-through-its-service',
      "A feature's routes, jobs and SQL are its own. It has one public face, named like its folder: x/x.service.ts.",
      part(`${FEATURE}([^/]+)/`),
      {
        path: '^server/features/',
        pathNot: [`${FEATURE}$1/`, `${FEATURE}([^/]+)/\\1\\.service\\.ts$`],
      },
    ),
    rule(
      'server-features-are-in-groups',
      'A newcomer reads ten names, not forty: each feature has a folder in its group.',
      part('^server/'),
      { path: '^server/features/', pathNot: [`^server/features/(${GROUPS.join('|')})/`] },
    ),
    ...inOrder('server/features', GROUPS, ['\\.test\\.ts$']),
    // It compares folders. What folders inside features hide, server/testing/conventions.test.ts finds.
    {
      ...rule(
        'server-features-depend-on-each-other-in-one-direction',
        'Two features that need each other are one, or hide a third.',
        part('^server/features/'),
        { path: '^server/features/', circular: true },
      ),
      scope: 'folder',
    },
    rule(
      'services-know-no-requests',
      'A service is told of an actor (server/actor.ts), so that a job can call it, too.',
      part('^server/features/', [
        '\\.routes\\.ts$',
        '\\.test\\.ts$',
        '^server/features/core/auth/',
      ]),
      {
        path: [
          '^server/http/(endpoint|session|links|errors|headers|body/body)\\.ts$',
          '^node_modules/fastify/',
        ],
        dependencyTypesNot: ['type-only'],
      },
    ),
    rule(
      'only-transactions-announce',
      'What changed is told once it is committed: tx.announce. Only the stream itself knows those who listen.',
      part('^server/', [
        '^server/(app|context)\\.ts$',
        '^server/(live|features/content/live|testing)/',
        '\\.test\\.ts$',
      ]),
      part('^server/live/'),
    ),
    rule(
      'server-plumbing-never-imports-features',
      'Plumbing that knows a feature must be changed with it.',
      part(
        '^server/((http|database|jobs|live|mcp|storage|config|lib|process)/|(actor|secrets|pages|errors)\\.ts$)',
        ['\\.test\\.ts$'],
      ),
      { path: '^server/(features/|(app|context)\\.ts$)' },
    ),
    rule(
      'server-lib-imports-neither-config-nor-process',
      'Settings are read with helpers of lib, and the process with both: lib is below them.',
      part('^server/lib/'),
      part('^server/(config|process)/'),
    ),
    rule(
      'server-config-imports-no-process',
      'The process is told of the settings; what reads them runs before there is anything to watch.',
      part('^server/config/'),
      part('^server/process/'),
    ),
    rule(
      'only-the-application-imports-its-composition',
      'It knows the features of all groups; whatever imports it would know them, too.',
      part('^server/', ['^server/app\\.ts$', '^server/composition/']),
      part('^server/composition/'),
    ),
    rule(
      'only-sql-files-touch-the-database',
      'SQL is found in *.sql.ts files and nowhere else; the rest may pass a connection on.',
      part('^server/', ['\\.sql\\.ts$', '^server/(database|testing)/', '\\.test\\.ts$']),
      { path: ['^node_modules/(pg|kysely)/', '^server/database/(statement|types)\\.ts$'] },
    ),
    rule(
      'web-features-are-in-groups',
      'A newcomer reads a few names, not fifty. A folder inside a feature would hide circles from the rule below.',
      part('^web/'),
      {
        path: '^web/features/',
        pathNot: [
          `^web/features/(${WEB_GROUPS.filter((group) => group !== 'networks').join('|')})/[^/]+/[^/]+$`,
          '^web/features/networks/[^/]+$',
        ],
      },
    ),
    ...inOrder('web/features', WEB_GROUPS),
    {
      ...rule(
        'web-folders-depend-on-each-other-in-one-direction',
        'Two features that need each other are one, or hide a third; so are two folders of ui or lib.',
        part('^web/(features|ui|lib)/'),
        { path: '^web/(features|ui|lib)/', circular: true },
      ),
      scope: 'folder',
    },
    rule(
      'web-ui-files-beside-the-folders-import-none-of-them',
      'All folders of ui import these, so a file here that needs a folder belongs into one.',
      part('^web/ui/[^/]+$'),
      part('^web/ui/[^/]+/'),
    ),
    rule(
      'web-api-knows-no-features',
      'The client and what it has cached serve every feature, and so know none.',
      part('^web/api/'),
      part('^web/(features|pages|layouts)/'),
    ),
    rule(
      'web-ui-knows-no-domain',
      'The design system and the helpers serve every feature, and so know none.',
      part('^web/(ui|lib)/'),
      { path: ['^web/(features|pages|layouts|api)/', '^contract/(?!(paths|zones)\\.ts$)'] },
    ),
    rule(
      'only-the-router-imports-pages',
      'A page is one URL; what two pages share is a feature.',
      part('^web/', ['^web/routes\\.tsx$', '^web/pages/']),
      part('^web/pages/'),
    ),
    rule(
      'nothing-ships-test-code',
      'Tests and their helpers stay out of what runs.',
      part('^(server|web|contract)/', ['\\.test\\.tsx?$', '^server/testing/']),
      { path: ['\\.test\\.tsx?$', '^server/testing/', '^e2e/'] },
    ),
    rule(
      'server-runs-without-dev-dependencies',
      '`npm ci --omit=dev` is enough to serve.',
      part('^(server|contract)/', ['\\.test\\.ts$', '^server/testing/']),
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
    },
  },
};
