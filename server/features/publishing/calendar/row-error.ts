import type { ImportColumn } from '#contract/publishing/calendar.ts';

/** What is wrong with a row of an import. */
export class RowError extends Error {
  readonly column: ImportColumn;
  constructor(column: ImportColumn, message: string) {
    super(message);
    this.column = column;
  }
}
