import type { RunResult } from '#contract/assistant/runs.ts';

export type TextResult = RunResult & { kind: 'text' };
