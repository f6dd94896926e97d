import { plural } from '#web/lib/text.ts';
import type { Checked } from './use-table-import.ts';

/** What is wrong with the rows of a table. */
export const ImportErrors = ({ checked }: { checked: Checked }) => (
  <>
    <p className="font-medium text-danger">
      {plural(checked.error_count, 'error')}. Nothing is imported until all rows are valid.
    </p>
    <div
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
      tabIndex={0}
      role="region"
      aria-label="Errors"
      className="max-h-60 overflow-y-auto rounded-base border border-line"
    >
      <table className="w-full text-left text-xs">
        <thead className="sticky top-0 bg-sunken text-muted">
          <tr>
            <th className="px-2 py-1.5 font-medium">Row</th>
            <th className="px-2 py-1.5 font-medium">Column</th>
            <th className="px-2 py-1.5 font-medium">Problem</th>
          </tr>
        </thead>
        <tbody>
          {checked.errors.map(({ row, column, detail }) => (
            <tr key={`${row} ${column} ${detail}`} className="border-line-soft border-t align-top">
              <td className="px-2 py-1.5 tabular-nums">{row}</td>
              <td className="px-2 py-1.5">{column ?? 'all'}</td>
              <td className="break-words px-2 py-1.5">{detail}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </>
);
