import { useRef, useState } from 'react';
import type { Encoding } from '#contract/encodings.ts';
import type { ImportColumn, Separator } from '#contract/publishing/calendar.ts';
import { ApiError } from '#web/api/client.ts';
import { importPosts, useImport } from '#web/features/calendar/entries/calendar-queries.ts';
import { readTableFile, type TableFile, withEncoding } from './table-file.ts';

/** What a person says of a table where the guess is wrong. */
type Choices = {
  separator?: Separator;
  has_heading?: boolean;
  columns?: (ImportColumn | null)[];
};
export type Checked = Awaited<ReturnType<typeof importPosts>>;

/** What is shown of a choice until the response confirms it. */
const withChoices = (checked: Checked | undefined, { columns, ...chosen }: Choices) =>
  checked && {
    ...checked,
    ...chosen,
    columns: checked.columns.map((column, at) =>
      columns ? { ...column, becomes: columns[at] ?? null } : column,
    ),
  };

/** A column that another one became before is left out there. */
const withColumn = (checked: Checked, at: number, column: ImportColumn | null): Choices => ({
  has_heading: checked.has_heading,
  columns: checked.columns.map(({ becomes }, n) =>
    n === at ? column : becomes === column ? null : becomes,
  ),
});

/** A table that is read, checked with each choice, and imported. */
export function useTableImport(folder: string, onImported: (count: number) => void) {
  const [file, setFile] = useState<TableFile>();
  const [choices, setChoices] = useState<Choices>({});
  const [checked, setChecked] = useState<Checked>();
  const [failure, setFailure] = useState<string>();
  const [checking, setChecking] = useState(false);
  const run = useImport();
  /** The response of an earlier check is not shown after a later one. */
  const last = useRef(0);

  async function check(next: TableFile, given: Choices, into = folder) {
    const number = ++last.current;
    setFile(next);
    setChoices(given);
    setChecked((before) => withChoices(before, given));
    setFailure(undefined);
    setChecking(true);
    try {
      const body = { csv: next.text, folder: Number(into), check: true, ...given };
      const found = await importPosts(body);
      if (number === last.current) setChecked(found);
    } catch (error) {
      if (number !== last.current) return;
      const [message] = error instanceof ApiError ? Object.values(error.fields).flat() : [];
      setFailure(message || (error as Error).message || 'Failed to check the file');
    } finally {
      if (number === last.current) setChecking(false);
    }
  }

  async function choose(chosen: File | undefined) {
    if (!chosen) return;
    const number = ++last.current;
    setChecked(undefined);
    try {
      const read = await readTableFile(chosen);
      if (number === last.current) await check(read, {});
    } catch (error) {
      setFile(undefined);
      setFailure((error as Error).message);
    }
  }

  function submit() {
    if (!file) return;
    run.mutate(
      { csv: file.text, folder: Number(folder), ...choices },
      {
        onSuccess: (found) => {
          if (found.error_count > 0) setChecked(found);
          else onImported(found.imported);
        },
      },
    );
  }

  return {
    file,
    checked,
    isFine: checked?.error_count === 0 && !checking && !failure,
    failure,
    checking,
    isImporting: run.isPending,
    choose,
    submit,
    recheck: (into: string) => void (file && check(file, choices, into)),
    setEncoding: (encoding: Encoding) => void (file && check(withEncoding(file, encoding), {})),
    setSeparator: (separator: Separator) => void (file && check(file, { separator })),
    setHeading: (has: boolean) => void (file && check(file, { ...choices, has_heading: has })),
    setColumn: (at: number, column: ImportColumn | null) =>
      void (file && checked && check(file, { ...choices, ...withColumn(checked, at, column) })),
  };
}
