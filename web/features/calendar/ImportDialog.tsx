import { CircleCheck, Download, FileUp } from 'lucide-react';
import { useId, useState } from 'react';
import { IMPORT_COLUMNS, type ImportError } from '#contract/publishing/calendar.ts';
import { ApiError } from '#web/api/client.ts';
import { folderOptions } from '#web/features/folders/folder-options.tsx';
import { useFolders } from '#web/features/folders/folder-queries.ts';
import { flatten } from '#web/features/folders/tree.ts';
import { useChannels } from '#web/features/publishing/channel-queries.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { plural } from '#web/lib/text.ts';
import { Alert } from '#web/ui/Alert.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog, DialogActions } from '#web/ui/Dialog.tsx';
import { Field } from '#web/ui/Field.tsx';
import { Select } from '#web/ui/Select.tsx';
import { toast } from '#web/ui/toast.ts';
import { importPosts, useImport } from './calendar-queries.ts';

const MAX_BYTES = 7 * 1024 * 1024;
/** @param channel an account that is there */
const exampleWith = (channel: string) =>
  [
    IMPORT_COLUMNS.join(','),
    `"The first post, with a comma",2030-01-31 09:00,"${channel.replaceAll('"', '""')}",,"winter, roast"`,
    '"The first item of a thread\n---\nThe second item",2030-02-01 17:45,,,',
  ].join('\n');

type Checked = { rows: number; errors: ImportError[]; error_count: number };

/** Imports drafts with their times: checked as a whole first. */
export function ImportDialog({ zone, onClose }: { zone: string; onClose: () => void }) {
  const folders = useFolders().data ?? [];
  const [folder, setFolder] = useState<string>();
  const [file, setFile] = useState<{ name: string; csv: string }>();
  const [checked, setChecked] = useState<Checked>();
  const [failure, setFailure] = useState<string>();
  const [checking, setChecking] = useState(false);
  const run = useImport();
  const channel = useChannels().data?.find(({ state }) => state === 'connected');
  const id = useId();
  const target = folder ?? String(flatten(folders)[0]?.folder.id ?? '');

  async function check(csv: string, into: string) {
    setChecked(undefined);
    setFailure(undefined);
    setChecking(true);
    try {
      setChecked(await importPosts({ csv, folder: Number(into), check: true }));
    } catch (error) {
      const [message] = error instanceof ApiError ? Object.values(error.fields).flat() : [];
      setFailure(message || (error as Error).message || 'Failed to check the file');
    } finally {
      setChecking(false);
    }
  }

  async function choose(chosen: File | undefined) {
    if (!chosen) return;
    setChecked(undefined);
    if (chosen.size > MAX_BYTES)
      return setFailure('The file is larger than 7 MB: import it in several files.');
    const csv = await chosen.text();
    setFile({ name: chosen.name, csv });
    await check(csv, target);
  }

  const isFine = checked !== undefined && checked.error_count === 0;
  function submit() {
    if (!file || !isFine) return;
    run.mutate(
      { csv: file.csv, folder: Number(target) },
      {
        onSuccess: ({ imported, ...found }) => {
          if (found.error_count > 0) return setChecked(found);
          toast({ title: 'Success', description: `${plural(imported, 'draft')} imported` });
          onClose();
        },
      },
    );
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Import posts"
      description={`A CSV file with ${IMPORT_COLUMNS.join(', ')}; only text is required. Times are in ${zone.replaceAll('_', ' ')}. Each row becomes a draft; nothing is sent.`}
    >
      <div className="flex flex-col gap-4">
        {folders.length > 0 && (
          <Field label="Folder" hint="For rows without a folder.">
            <Select
              value={target}
              options={folderOptions(folders)}
              onChange={(next) => {
                setFolder(next);
                if (file) void check(file.csv, next);
              }}
            />
          </Field>
        )}
        <div className="flex flex-wrap items-center gap-2">
          <label
            htmlFor={id}
            className="inline-flex h-9 cursor-pointer items-center gap-2 rounded-base border border-line px-3 font-medium focus-within:outline-2 focus-within:outline-accent-solid hover:bg-hover"
          >
            <FileUp size={16} aria-hidden />
            {file ? 'Choose another file' : 'Choose a file'}
            <input
              id={id}
              type="file"
              accept=".csv,text/csv"
              className="sr-only"
              onChange={({ target: { files } }) => void choose(files?.[0])}
            />
          </label>
          <Button
            variant="link"
            onClick={() =>
              saveFile(
                'posts.csv',
                new Blob([exampleWith(channel ? `${channel.network}:${channel.handle}` : '')], {
                  type: 'text/csv',
                }),
              )
            }
          >
            <Download size={16} aria-hidden /> Template
          </Button>
          {file && <span className="min-w-0 truncate text-muted text-xs">{file.name}</span>}
        </div>
        <div aria-live="polite" className="flex flex-col gap-2">
          {checking && <p className="text-muted text-xs">Checking…</p>}
          {failure && <Alert>{failure}</Alert>}
          {isFine && (
            <p className="flex items-center gap-2 text-xs">
              <CircleCheck size={16} aria-hidden className="text-fine" />
              {plural(checked.rows, 'row')}, all valid.
            </p>
          )}
          {checked && !isFine && (
            <>
              <p className="font-medium text-danger">
                {plural(checked.error_count, 'error')}. Nothing is imported until all rows are
                valid.
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
                      <tr
                        key={`${row} ${column} ${detail}`}
                        className="border-line-soft border-t align-top"
                      >
                        <td className="px-2 py-1.5 tabular-nums">{row}</td>
                        <td className="px-2 py-1.5">{column ?? 'all'}</td>
                        <td className="break-words px-2 py-1.5">{detail}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
            </>
          )}
        </div>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" disabled={!isFine} busy={run.isPending} onClick={submit}>
            {isFine ? `Import ${plural(checked.rows, 'draft')}` : 'Import'}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}
