import type { Reporter, TestModule } from 'vitest/node';

const SLOWEST = 10;

/** Names the files that took longest, and the tests that passed only when they were run again. */
export class Report implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]) {
    if (modules.length > SLOWEST) {
      const slowest = modules
        .map((file) => ({ name: file.relativeModuleId, ms: file.diagnostic().duration }))
        .toSorted((a, b) => b.ms - a.ms)
        .slice(0, SLOWEST);
      console.log('The slowest files:');
      for (const { name, ms } of slowest)
        console.log(`${(ms / 1000).toFixed(0).padStart(5)} s  ${name}`);
    }
    const flaky = modules.flatMap((file) =>
      [...file.children.allTests()]
        .filter((test) => test.diagnostic()?.flaky)
        .map(({ fullName }) => `${file.relativeModuleId} > ${fullName}`),
    );
    if (flaky.length) console.log('Flaky, to be mended at the root:');
    for (const name of flaky) console.log(`  ${name}`);
  }
}
