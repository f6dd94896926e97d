import { X } from 'lucide-react';
import { useId } from 'react';
import { useFolders } from '#web/features/content/folders/folder-queries.ts';
import { Button } from '#web/ui/Button.tsx';
import { Menu, MenuItem } from '#web/ui/overlays/Menu.tsx';

type Props = {
  /** Null: all. */
  chosen: readonly number[] | null;
  error: string | undefined;
  onChange: (chosen: number[] | null) => void;
};

/** In which folders an app works: all, until one is chosen. */
export function FolderChoice({ chosen, error, onChange }: Props) {
  const id = useId();
  const folders = (useFolders().data ?? []).filter((folder) => folder.id > 0);
  const left = folders.filter((folder) => !chosen?.includes(folder.id));
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5">
      <legend id={id} className="mb-1.5 font-medium">
        In these folders
      </legend>
      <div className="flex min-h-9 flex-wrap items-center gap-1.5 rounded-base border border-field px-2 py-1">
        {!chosen && <span className="px-1 text-muted">All folders</span>}
        {folders
          .filter((folder) => chosen?.includes(folder.id))
          .map((folder) => (
            <span
              key={folder.id}
              className="inline-flex h-7 max-w-full items-center gap-1 rounded-full bg-sunken pl-2.5 text-[13px]"
            >
              <span dir="auto" className="truncate">
                {folder.name}
              </span>
              <button
                type="button"
                aria-label={`Remove ${folder.name}`}
                onClick={() => {
                  const rest = chosen?.filter((other) => other !== folder.id) ?? [];
                  onChange(rest.length ? rest : null);
                }}
                className="grid size-6 shrink-0 place-items-center rounded-full text-muted hover:text-text"
              >
                <X size={12} aria-hidden />
              </button>
            </span>
          ))}
        {left.length > 0 && (
          <Menu
            align="start"
            trigger={
              <Button variant="ghost" size="small" aria-label="Add a folder">
                {chosen ? 'Add…' : 'Choose…'}
              </Button>
            }
          >
            {left.map((folder) => (
              <MenuItem key={folder.id} onSelect={() => onChange([...(chosen ?? []), folder.id])}>
                {folder.name}
              </MenuItem>
            ))}
          </Menu>
        )}
      </div>
      {error && (
        <p role="alert" className="text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}
