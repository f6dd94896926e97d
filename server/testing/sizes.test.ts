import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../root.ts';

/**
 * The linter limits the size of files and functions (CONTRIBUTING.md, 'Names and comments').
 * biome.json lists the files that are still above it: the lists only become shorter.
 */

const RULES = ['noExcessiveLinesPerFile', 'noExcessiveLinesPerFunction'] as const;

type Override = { includes: string[]; linter: { rules: Record<string, Record<string, unknown>> } };
type Config = { overrides: Override[] };

const rulesOf = ({ linter }: Override) => Object.assign({}, ...Object.values(linter.rules));
const isException = (override: Override) => RULES.some((rule) => rulesOf(override)[rule] === 'off');

const exceptionsIn = ({ overrides }: Config, rule: string) =>
  overrides
    .filter((override) => rulesOf(override)[rule] === 'off')
    .flatMap(({ includes }) => includes);

const parse = (text: string) => JSON.parse(text) as Config;
const config = parse(readFileSync(join(ROOT, 'biome.json'), 'utf8'));

const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: 'pipe' });

/** The exceptions of the commit before, by today's paths; undefined without a history. */
function known(rule: string): string[] | undefined {
  try {
    const renamed = new Map(
      git('diff', '--find-renames', '--diff-filter=R', '--name-status', 'HEAD^')
        .split('\n')
        .map((line) => line.split('\t').slice(1) as [string, string]),
    );
    return exceptionsIn(parse(git('show', 'HEAD^:biome.json')), rule).map(
      (file) => renamed.get(file) ?? file,
    );
  } catch {
    return undefined;
  }
}

test.each(RULES)('no file is added to the exceptions of %s', (rule) => {
  const before = known(rule);
  if (!before?.length) return;
  expect(exceptionsIn(config, rule).filter((file) => !before.includes(file))).toEqual([]);
});

test('each exception is still above the limit', () => {
  const overrides = config.overrides.filter((override) => !isException(override));
  const exceptions = RULES.flatMap((rule) => exceptionsIn(config, rule));
  const folder = mkdtempSync(join(tmpdir(), 'sizes-'));
  try {
    writeFileSync(join(folder, 'biome.json'), JSON.stringify({ overrides }));
    for (const file of exceptions) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      copyFileSync(join(ROOT, file), join(folder, file));
    }
    const { stdout } = spawnSync('biome', ['lint', '--max-diagnostics=1000', '--reporter=json'], {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 1e8,
    });
    const { diagnostics } = JSON.parse(stdout) as {
      diagnostics: { category: string; location: { path: string } }[];
    };
    for (const rule of RULES) {
      const above = diagnostics
        .filter(({ category }) => category.endsWith(rule))
        .map(({ location }) => location.path);
      expect([rule, [...new Set(above)].sort()]).toEqual([rule, exceptionsIn(config, rule).sort()]);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
