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

/** The folders of web/features, in order: each may import those before it. */
const WEB_FEATURES = `
  installation marketing contact auth account audit notifications statistics views presence
  assistant items members comments folders search threads trash alt-texts media preview publishing keys apps
  assistant-settings assistant-panel assistant-wide findings analytics readings links templates snippets
  channel-sets calendar ideas feeds incoming evergreen rules webhooks history workflow bulk actions list editor
  template-editor content review
`
  .trim()
  .split(/\s+/);

/** A rule for each group of a folder but the last: it imports no later one. */
const inOrder = (folder, groups) =>
  groups
    .slice(0, -1)
    .map((group, index) =>
      rule(
        `${folder.replace('/features', '')}-group-${group}-imports-no-later-group`,
        'The groups have one order; what an earlier one needs of a later one belongs to it.',
        part(`^${folder}/${group}/`, ['\\.test\\.ts$']),
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
    ...inOrder('contract', ['http', ...GROUPS]),
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
      'A newcomer reads nine names, not forty: each feature has a folder in its group.',
      part('^server/'),
      { path: '^server/features/', pathNot: [`^server/features/(${GROUPS.join('|')})/`] },
    ),
    ...inOrder('server/features', GROUPS),
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
      'web-features-are-in-one-order',
      'A feature that is not in WEB_FEATURES has no place in their order.',
      part('^web/'),
      { path: '^web/features/', pathNot: [`^web/features/(${WEB_FEATURES.join('|')})/`] },
    ),
    ...WEB_FEATURES.slice(0, -1).map((feature, index) =>
      rule(
        'web-features-import-only-earlier-ones',
        'Features have one order; what an earlier one needs of a later one belongs to it, or to the page.',
        part(`^web/features/${feature}/`),
        part(`^web/features/(${WEB_FEATURES.slice(index + 1).join('|')})/`),
      ),
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
