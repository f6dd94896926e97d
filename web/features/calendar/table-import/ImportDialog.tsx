import { CircleCheck, Download, FileUp } from 'lucide-react';
import { useId, useState } from 'react';
import { TEMPLATE_COLUMNS } from '#contract/publishing/calendar.ts';
import { folderOptions } from '#web/features/content/folders/folder-options.tsx';
import { useFolders } from '#web/features/content/folders/folder-queries.ts';
import { flatten } from '#web/features/content/folders/tree.ts';
import { useChannels } from '#web/features/publishing/channels/channel-queries.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { plural } from '#web/lib/text.ts';
import { Button } from '#web/ui/Button.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Field } from '#web/ui/fields/Field.tsx';
import { Select } from '#web/ui/fields/Select.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/Dialog.tsx';
import { toast } from '#web/ui/overlays/toast.ts';
import { ImportErrors } from './ImportErrors.tsx';
import { ImportedTable } from './ImportedTable.tsx';
import { useTableImport } from './use-table-import.ts';

/** @param channel an account that is there */
const exampleWith = (channel: string) =>
  [
    TEMPLATE_COLUMNS.join(','),
    `"The first post, with a comma",2030-01-31 09:00,"${channel.replaceAll('"', '""')}",,"winter, roast"`,
    '"The first item of a thread\n---\nThe second item",2030-02-01 17:45,,,',
  ].join('\n');

/** Imports drafts with their times: what was understood is shown, and all of it checked first. */
export function ImportDialog({ zone, onClose }: { zone: string; onClose: () => void }) {
  const folders = useFolders().data ?? [];
  const [folder, setFolder] = useState<string>();
  const channel = useChannels().data?.find(({ state }) => state === 'connected');
  const id = useId();
  const target = folder ?? String(flatten(folders)[0]?.folder.id ?? '');

  const table = useTableImport(target, (count) => {
    toast({ title: 'Success', description: `${plural(count, 'draft')} imported` });
    onClose();
  });
  const { file, checked, isFine } = table;
  return (
    <Dialog
      open
      onClose={onClose}
      title="Import posts"
      wide={checked !== undefined}
      description={`A CSV file with ${TEMPLATE_COLUMNS.join(', ')}; only text is required. Times are in ${zone.replaceAll('_', ' ')}. Each row becomes a draft; nothing is sent.`}
    >
      <div className="flex flex-col gap-4">
        {folders.length > 0 && (
          <Field label="Folder" hint="For rows without a folder.">
            <Select
              value={target}
              options={folderOptions(folders)}
              onChange={(next) => {
                setFolder(next);
                table.recheck(next);
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
              accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
              className="sr-only"
              onChange={({ target }) => {
                void table.choose(target.files?.[0]);
                // The same file can be chosen again, once it was mended.
                target.value = '';
              }}
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
        {file && checked && (
          <ImportedTable
            file={file}
            checked={checked}
            onEncoding={table.setEncoding}
            onSeparator={table.setSeparator}
            onHeading={table.setHeading}
            onColumn={table.setColumn}
          />
        )}
        <div aria-live="polite" className="flex flex-col gap-2">
          {table.checking && <p className="text-muted text-xs">Checking…</p>}
          {table.failure && <Alert>{table.failure}</Alert>}
          {checked && isFine && (
            <p className="flex items-center gap-2 text-xs">
              <CircleCheck size={16} aria-hidden className="text-fine" />
              {plural(checked.rows, 'row')}, all valid.
            </p>
          )}
          {checked && checked.error_count > 0 && <ImportErrors checked={checked} />}
        </div>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            disabled={!isFine}
            busy={table.isImporting}
            onClick={table.submit}
          >
            {checked && isFine ? `Import ${plural(checked.rows, 'draft')}` : 'Import'}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}
