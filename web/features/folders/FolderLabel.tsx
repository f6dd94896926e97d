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

/** Tags that filter the list. */
export const TagLinks = ({
  tags,
  onTag,
}: {
  tags: readonly string[];
  onTag: (tag: string) => void;
}) =>
  tags.map((tag) => (
    <button
      key={tag}
      type="button"
      tabIndex={-1}
      aria-label={`Show what is tagged ${tag}`}
      onClick={() => onTag(tag)}
      className="relative z-1 inline-flex h-6 max-w-40 items-center rounded-sm hover:text-text hover:underline"
    >
      <span className="truncate">#{tag}</span>
    </button>
  ));
