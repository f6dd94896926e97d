import { CircleAlert } from 'lucide-react';
import { ENCODINGS, type Encoding, encodingLabel } from '#contract/encodings.ts';
import {
  IMPORT_COLUMNS,
  type ImportColumn,
  SEPARATORS,
  type Separator,
} from '#contract/publishing/calendar.ts';
import { capitalise, plural } from '#web/lib/text.ts';
import { Checkbox } from '#web/ui/fields/Checkbox.tsx';
import { Field } from '#web/ui/fields/Field.tsx';
import { Select } from '#web/ui/fields/Select.tsx';
import type { TableFile } from './table-file.ts';
import type { Checked } from './use-table-import.ts';

const SEPARATOR_LABELS: Record<Separator, string> = {
  ',': 'Comma',
  ';': 'Semicolon',
  '\t': 'Tab',
  '|': 'Vertical bar',
};
const LEFT_OUT = 'none';
const BECOMES: { value: ImportColumn | typeof LEFT_OUT; label: string }[] = [
  ...IMPORT_COLUMNS.map((value) => ({ value, label: capitalise(value) })),
  { value: LEFT_OUT, label: 'Leave out' },
];

type Props = {
  file: TableFile;
  checked: Checked;
  onEncoding: (encoding: Encoding) => void;
  onSeparator: (separator: Separator) => void;
  onHeading: (hasHeading: boolean) => void;
  onColumn: (at: number, column: ImportColumn | null) => void;
};

/** How a table was understood, with its first rows; each guess can be changed. */
export function ImportedTable({ file, checked, ...on }: Props) {
  return (
    <div className="flex flex-col gap-3">
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label="Encoding">
          <Select
            value={file.encoding}
            options={ENCODINGS.map((value) => ({ value, label: encodingLabel(value) }))}
            onChange={on.onEncoding}
          />
        </Field>
        <Field label="Separator">
          <Select
            value={checked.separator ?? undefined}
            placeholder="None: one column"
            options={SEPARATORS.map((value) => ({ value, label: SEPARATOR_LABELS[value] }))}
            onChange={on.onSeparator}
          />
        </Field>
      </div>
      {file.unreadable > 0 && (
        <p className="flex items-start gap-2 text-xs">
          <CircleAlert size={16} aria-hidden className="shrink-0 text-warning" />
          {plural(file.unreadable, 'character')} can’t be read. Choose another encoding.
        </p>
      )}
      <Checkbox checked={checked.has_heading} onChange={on.onHeading}>
        The first row is a heading
      </Checkbox>
      <div
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
        tabIndex={0}
        role="region"
        aria-label="Columns"
        className="max-h-72 overflow-y-auto rounded-base border border-line"
      >
        <table className="w-full table-fixed text-left text-xs">
          <thead className="sticky top-0 bg-sunken text-muted">
            <tr>
              <th className="w-1/4 px-2 py-1.5 font-medium">Column</th>
              <th className="px-2 py-1.5 font-medium">First rows</th>
              <th className="w-32 px-2 py-1.5 font-medium sm:w-40">Becomes</th>
            </tr>
          </thead>
          <tbody>
            {checked.columns.map(({ heading, becomes, samples }, at) => {
              const name = heading || `Column ${at + 1}`;
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other name
                <tr key={at} className="border-line-soft border-t align-top">
                  <td dir="auto" className="break-words px-2 py-2.5">
                    {name}
                  </td>
                  <td className="px-2 py-2.5 text-muted">
                    {samples.map((sample, row) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name
                      <div key={row} dir="auto" className="min-h-4 truncate">
                        {sample}
                      </div>
                    ))}
                  </td>
                  <td className="px-2 py-1.5">
                    <Select
                      aria-label={`${name} becomes`}
                      className="w-full"
                      value={becomes ?? LEFT_OUT}
                      options={BECOMES}
                      onChange={(next) => on.onColumn(at, next === LEFT_OUT ? null : next)}
                    />
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </div>
  );
}
