import { Download, MoreHorizontal, Upload } from 'lucide-react';
import { useState } from 'react';
import {
  exportPatterns,
  importPatterns,
  MAX_PATTERN_BYTES,
} from '#contract/content/pattern-files.ts';
import { ApiError, call, download } from '#web/api/client.ts';
import { keys, queryClient } from '#web/api/query.ts';
import { plural } from '#web/lib/text.ts';
import { Button } from '#web/ui/Button.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/Dialog.tsx';
import { Menu, MenuItem } from '#web/ui/overlays/Menu.tsx';
import { toast } from '#web/ui/overlays/toast.ts';

/** Saves templates as a file; without ids all, with the snippets. */
export async function exportTemplates(ids?: readonly number[]) {
  try {
    await download(exportPatterns, { query: ids ? { templates: ids.map(String) } : {} });
  } catch (error) {
    const description = error instanceof Error ? error.message : 'The file couldn’t be made.';
    toast({ title: 'Error', description, variant: 'destructive' });
  }
}

/** Templates and snippets as a file, and from one. */
export function FilesMenu({ writes }: { writes: boolean }) {
  const [imports, setImports] = useState(false);
  return (
    <>
      <Menu
        trigger={
          <Button variant="ghost" size="smallIcon" aria-label="Export and import">
            <MoreHorizontal size={16} aria-hidden />
          </Button>
        }
      >
        <MenuItem icon={Download} onSelect={() => void exportTemplates()}>
          Export templates and snippets
        </MenuItem>
        {writes && (
          <MenuItem icon={Upload} onSelect={() => setImports(true)}>
            Import…
          </MenuItem>
        )}
      </Menu>
      {imports && <ImportDialog onClose={() => setImports(false)} />}
    </>
  );
}

function ImportDialog({ onClose }: { onClose: () => void }) {
  const [file, setFile] = useState<File>();
  const [isBusy, setBusy] = useState(false);
  const [errors, setErrors] = useState<readonly string[]>([]);
  async function run(chosen: File) {
    setBusy(true);
    setErrors([]);
    try {
      if (chosen.size > MAX_PATTERN_BYTES) throw new Error('A file has at most 1 MB.');
      const made = await call(importPatterns, { body: { file: await chosen.text() } });
      await Promise.all(
        [keys.templates, keys.snippets].map((queryKey) =>
          queryClient.invalidateQueries({ queryKey }),
        ),
      );
      const what = `${plural(made.templates, 'template')} and ${plural(made.snippets, 'snippet')}`;
      toast({ title: 'Success', description: `${what} imported` });
      onClose();
    } catch (error) {
      const named = error instanceof ApiError ? error.fields.file : undefined;
      setErrors(named ?? [(error as Error).message || 'Nothing was imported.']);
      setBusy(false);
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Import templates and snippets"
      description="A file that was exported here or elsewhere, of at most 1 MB. Names that are taken get a number; files and folders are not part of it."
    >
      <input
        type="file"
        aria-label="File"
        accept="application/json,.json"
        onChange={({ target }) => {
          setFile(target.files?.[0]);
          setErrors([]);
        }}
      />
      {errors.length > 0 && (
        <Alert>
          <ul className="flex flex-col gap-1">
            {errors.map((text) => (
              <li key={text} className="break-words">
                {text}
              </li>
            ))}
          </ul>
        </Alert>
      )}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button
          variant="primary"
          disabled={!file}
          busy={isBusy}
          onClick={() => file && void run(file)}
        >
          Import
        </Button>
      </DialogActions>
    </Dialog>
  );
}
