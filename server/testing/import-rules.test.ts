import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import readOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';
import { afterAll, expect, test } from 'vitest';

const CONFIG = join(import.meta.dirname, '../../.dependency-cruiser.cjs');
const { forbidden } = createRequire(import.meta.url)(CONFIG) as { forbidden: { name: string }[] };

/** The groups that have a later one. */
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
];

/** Those of web/features. */
const WEB_GROUPS = [
  'core',
  'people',
  'networks',
  'content',
  'assistant',
  'media',
  'publishing',
  'reusable',
  'analytics',
  'automation',
  'calendar',
  'workbench',
];

/** For each rule, files that break it, and no other rule. */
const violations: Record<string, Record<string, string>> = {
  'no-import-cycles': { 'server/a.ts': "import './b.ts';", 'server/b.ts': "import './a.ts';" },
  'contract-imports-only-zod': { 'contract/content/items.ts': "import 'pg';" },
  'web-never-imports-server': {
    'web/main.tsx': "import '#server/config/config.ts';",
    'server/config/config.ts': '',
  },
  'server-never-imports-web': { 'server/main.ts': "import '../web/main.tsx';", 'web/main.tsx': '' },
  'commands-import-only-the-contract': {
    'cli/main.ts': "import '../server/config/config.ts';",
    'server/config/config.ts': '',
  },
  'nothing-imports-commands': { 'server/main.ts': "import '../cli/main.ts';", 'cli/main.ts': '' },
  'another-server-feature-only-through-its-service': {
    'server/features/content/a/a.service.ts': "import '../b/b.routes.ts';",
    'server/features/content/b/b.routes.ts': '',
  },
  'server-features-depend-on-each-other-in-one-direction': {
    'server/features/content/a/a.service.ts': "import '../b/b.service.ts';",
    'server/features/content/b/b.service.ts': '',
    'server/features/content/b/other.ts': "import '../a/a.service.ts';",
  },
  'server-features-are-in-groups': {
    'server/app.ts': "import './features/a/a.service.ts';",
    'server/features/a/a.service.ts': '',
  },
  ...Object.fromEntries(
    ['http', ...GROUPS].map((group) => [
      `contract-group-${group}-imports-no-later-group`,
      {
        [`contract/${group}/a.ts`]: "import '../operations/b.ts';",
        'contract/operations/b.ts': '',
      },
    ]),
  ),
  ...Object.fromEntries(
    GROUPS.map((group) => [
      `server-group-${group}-imports-no-later-group`,
      {
        [`server/features/${group}/a/a.service.ts`]: "import '../../operations/b/b.service.ts';",
        'server/features/operations/b/b.service.ts': '',
      },
    ]),
  ),
  'services-know-no-requests': {
    'server/features/content/a/a.service.ts':
      "import { authenticate } from '../../../http/session.ts'; authenticate();",
    'server/http/session.ts': 'export const authenticate = () => {};',
  },
  'only-transactions-announce': {
    'server/features/content/a/a.service.ts': "import '../../../live/live.ts';",
    'server/live/live.ts': '',
  },
  'web-api-knows-no-features': {
    'web/api/client.ts': "import '../features/content/items/A.tsx';",
    'web/features/content/items/A.tsx': '',
  },
  'server-plumbing-never-imports-features': {
    'server/http/x.ts': "import type { A } from '../features/content/a/a.service.ts';",
    'server/features/content/a/a.service.ts': 'export type A = 1;',
  },
  'server-lib-imports-neither-config-nor-process': {
    'server/lib/a.ts': "import '../config/config.ts'; import '../process/b.ts';",
    'server/config/config.ts': '',
    'server/process/b.ts': '',
  },
  'server-config-imports-no-process': {
    'server/config/config.ts': "import '../process/b.ts';",
    'server/process/b.ts': '',
  },
  'only-the-application-imports-its-composition': {
    'server/main.ts': "import './composition/content.ts';",
    'server/composition/content.ts': '',
  },
  'only-sql-files-touch-the-database': { 'server/features/content/a/a.service.ts': "import 'pg';" },
  'web-features-are-in-groups': {
    'web/layouts/A.tsx': "import '../features/content/items/parts/B.tsx';",
    'web/features/content/items/parts/B.tsx': '',
  },
  ...Object.fromEntries(
    WEB_GROUPS.map((group) => {
      const folder = group === 'networks' ? group : `${group}/a`;
      return [
        `web-group-${group}-imports-no-later-group`,
        {
          [`web/features/${folder}/A.tsx`]: "import '#web/features/editor/b/B.tsx';",
          'web/features/editor/b/B.tsx': '',
        },
      ];
    }),
  ),
  'web-folders-depend-on-each-other-in-one-direction': {
    'web/features/content/items/A.tsx': "import '../folders/B.tsx';",
    'web/features/content/folders/B.tsx': '',
    'web/features/content/folders/Other.tsx': "import '../items/A.tsx';",
  },
  'web-ui-files-beside-the-folders-import-none-of-them': {
    'web/ui/Shown.tsx': "import './overlays/Dialog.tsx';",
    'web/ui/overlays/Dialog.tsx': '',
  },
  'web-ui-knows-no-domain': {
    'web/ui/Button.tsx': "import '#contract/content/items.ts';",
    'contract/content/items.ts': '',
  },
  'only-the-router-imports-pages': {
    'web/layouts/A.tsx': "import '../pages/P.tsx';",
    'web/pages/P.tsx': '',
  },
  'nothing-ships-test-code': {
    'server/app.ts': "import './testing/app.ts';",
    'server/testing/app.ts': '',
  },
  'server-runs-without-dev-dependencies': { 'server/app.ts': "import 'vitest';" },
};

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function tree(files: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'postfolio-rules-'));
  folders.push(folder);
  const manifest = {
    name: 'tree',
    type: 'module',
    imports: { '#contract/*': './contract/*', '#server/*': './server/*', '#web/*': './web/*' },
    dependencies: { zod: '1', pg: '1' },
    devDependencies: { vitest: '1' },
  };
  const packages = ['zod', 'pg', 'vitest'].flatMap((name) => [
    [
      `node_modules/${name}/package.json`,
      JSON.stringify({ name, version: '1.0.0', main: 'index.js' }),
    ],
    [`node_modules/${name}/index.js`, ''],
  ]);
  const keep = ['contract', 'server', 'web', 'cli'].map((part) => [`${part}/empty.ts`, '']);
  for (const [path, text] of [
    ['package.json', JSON.stringify(manifest)],
    ...packages,
    ...keep,
    ...Object.entries(files),
  ]) {
    mkdirSync(dirname(join(folder, path as string)), { recursive: true });
    writeFileSync(join(folder, path as string), text as string);
  }
  return folder;
}

const options = await readOptions(CONFIG);

/** The names of the rules that a tree breaks. */
async function broken(files: Record<string, string>): Promise<string[]> {
  const { output } = await cruise(['contract', 'server', 'web', 'cli'], {
    ...options,
    baseDir: tree(files),
    validate: true,
  });
  const { violations } = (output as ICruiseResult).summary;
  return [...new Set(violations.map(({ rule }) => rule.name))];
}

test('every rule has a tree that breaks it', () => {
  const names = new Set(forbidden.map(({ name }) => name));
  expect(Object.keys(violations).sort()).toEqual([...names].sort());
});

test.each(Object.entries(violations))('%s is reported', async (name, files) => {
  expect(await broken(files)).toEqual([name]);
});

test('what the rules allow is not reported', async () => {
  const allowed = {
    'contract/content/items.ts': "import 'zod';",
    'server/app.ts': "import './features/content/a/a.service.ts';",
    'server/features/content/a/a.service.ts':
      "import './a.sql.ts'; import '#contract/content/items.ts';",
    'server/features/content/a/a.sql.ts': "import 'pg';",
    'server/features/content/a/a.test.ts': "import 'vitest';",
    'web/pages/P.tsx': "import '../features/content/items/A.tsx';",
    'web/features/content/items/A.tsx':
      "import '#contract/content/items.ts'; import '../views/B.tsx';",
    'web/features/content/views/B.tsx': '',
  };
  expect(await broken(allowed)).toEqual([]);
});
