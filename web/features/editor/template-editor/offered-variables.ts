import type { Variable } from '#contract/content/templates.ts';
import { FIXED, isFixed, VARIABLE_NAME } from '#contract/content/variables.ts';

export type Offered = {
  name: string;
  label: string;
  kind: 'declare' | 'variable' | 'fixed';
};

/** What is typed of a variable before the caret: where its braces begin, and its name. */
export function typedBefore(text: string, caret: number) {
  const found = /\{\{([a-z0-9_]{0,40})$/i.exec(text.slice(Math.max(0, caret - 50), caret));
  if (!found) return undefined;
  const from = caret - found[0].length;
  return text[from - 1] === '\\' ? undefined : { from, typed: (found[1] ?? '').toLowerCase() };
}

/** The variables that are offered for what is typed. */
export function offeredFor(typed: string, variables: readonly Variable[]): Offered[] {
  const matches = (name: string, label: string) =>
    name.includes(typed) || label.toLowerCase().includes(typed);
  const isNew =
    VARIABLE_NAME.test(typed) && !isFixed(typed) && !variables.some(({ name }) => name === typed);
  return [
    ...(isNew ? [{ name: typed, label: `Declare “${typed}”`, kind: 'declare' as const }] : []),
    ...variables
      .filter(({ name, label }) => matches(name, label))
      .map(({ name, label }) => ({ name, label, kind: 'variable' as const })),
    ...Object.entries(FIXED)
      .filter(([name, label]) => matches(name, label))
      .map(([name, label]) => ({ name, label, kind: 'fixed' as const })),
  ];
}
