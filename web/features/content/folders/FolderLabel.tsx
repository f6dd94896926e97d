import { FolderMark } from './FolderMark.tsx';
import { useFolders } from './folder-queries.ts';
import { forestOf, trailOf } from './tree.ts';

/** The folder of an item, with the colour of the one at the top; `short`: its own name alone. */
export function FolderLabel({ folder, short }: { folder: number; short?: boolean }) {
  const { data } = useFolders();
  const forest = data && forestOf(data);
  if (!forest?.byId.has(folder)) return null;
  const { names, top } = trailOf(forest, folder);
  return (
    <span
      dir="auto"
      className="inline-flex min-w-0 max-w-full items-center gap-1.5"
      title={names.join(' / ')}
    >
      <FolderMark id={top} />
      <span className="truncate">{short ? names.at(-1) : names.join(' / ')}</span>
    </span>
  );
}
