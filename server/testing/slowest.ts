import type { Reporter, TestModule } from 'vitest/node';

const COUNT = 10;

/** Names the files that took longest, at the end of a run. */
export class Slowest implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]) {
    if (modules.length <= COUNT) return;
    const slowest = modules
      .map((file) => ({ name: file.relativeModuleId, ms: file.diagnostic().duration }))
      .toSorted((a, b) => b.ms - a.ms)
      .slice(0, COUNT);
    console.log('The slowest files:');
    for (const { name, ms } of slowest)
      console.log(`${(ms / 1000).toFixed(0).padStart(5)} s  ${name}`);
  }
}
