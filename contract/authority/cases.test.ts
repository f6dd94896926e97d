import { expect, test } from 'vitest';
import { type Difference, RESULTS, TEXT } from './cases.ts';
import { APPROVALS, DECISIONS } from './decisions.ts';
import { FILES, OPTIONS } from './files-and-options.ts';
import { HELD, TAKEN_OFF, TAKEN_OVER } from './hold-cases.ts';
import { EVERGREEN, STANDING } from './standing.ts';

const TABLES = {
  ...{ TEXT, DECISIONS, APPROVALS, FILES, OPTIONS, HELD, TAKEN_OFF, TAKEN_OVER, STANDING },
  EVERGREEN,
};

type AnyRow = Record<string, unknown> & { today?: readonly Difference<string>[] };

const rows = Object.entries(TABLES).flatMap(([table, all]) =>
  Object.entries(all).map(([name, row]): [string, AnyRow] => [`${table}: ${name}`, row]),
);

const isResult = (text: string) => Object.hasOwn(RESULTS, text);

test.each(rows)('%s', (_, row) => {
  for (const [column, cell] of Object.entries(row)) {
    if (['note', 'today', 'as'].includes(column)) continue;
    expect(String(cell).split('|').every(isResult), column).toBe(true);
  }
  // What is mended is no longer a difference.
  for (const { at, today, because } of row.today ?? []) {
    expect(row[at], because).toBeDefined();
    expect(today, because).not.toBe(row[at]);
  }
});
