import type { MediaKind } from '#contract/attachments.ts';
import { SearchInput } from '#web/ui/fields/SearchInput.tsx';
import { Segments } from '#web/ui/fields/Segments.tsx';
import { type Option, Select } from '#web/ui/fields/Select.tsx';
import { ANY, type LibraryFilters } from './library-filters.ts';

const KINDS: { value: MediaKind | typeof ANY; label: string }[] = [
  { value: ANY, label: 'All kinds' },
  { value: 'picture', label: 'Pictures' },
  { value: 'gif', label: 'GIFs' },
  { value: 'video', label: 'Videos' },
  { value: 'document', label: 'Documents' },
];
const USES = [
  { value: ANY, label: 'Used and unused' },
  { value: 'true', label: 'Used' },
  { value: 'false', label: 'Unused' },
  { value: 'trash', label: 'In the trash' },
];

type Props = { filters: LibraryFilters; folders: readonly Option[]; tags: readonly string[] };

/** The fields that narrow the library. */
export function LibraryFilterBar({ filters, folders, tags }: Props) {
  return (
    <div className="flex flex-wrap gap-2">
      <SearchInput
        aria-label="Search the library"
        placeholder="Search names, alt texts, tags…"
        value={filters.search}
        onChange={({ target }) => filters.setSearch(target.value)}
        className="min-w-40 grow basis-0"
      />
      <Segments
        label="View"
        value={filters.look}
        options={[
          { value: 'grid', label: 'Grid' },
          { value: 'list', label: 'List' },
        ]}
        onChange={filters.setLook}
      />
      {/* On a line of its own, whatever of it is there yet. */}
      <div className="flex gap-2 max-xl:basis-full max-md:-mx-4 max-md:w-screen max-md:overflow-x-auto max-md:px-4 [&>*]:shrink-0">
        {folders.length > 0 && (
          <Select
            aria-label="Folder"
            value={filters.folder}
            onChange={filters.setFolder}
            options={[{ value: ANY, label: 'All folders' }, ...folders]}
            className="w-40"
          />
        )}
        {tags.length > 0 && (
          <Select
            aria-label="Tag"
            value={filters.tag}
            onChange={filters.setTag}
            options={[
              { value: ANY, label: 'All tags' },
              ...tags.map((tag) => ({ value: tag, label: tag })),
            ]}
            className="w-36"
          />
        )}
        <Select
          aria-label="Kind"
          value={filters.kind}
          onChange={filters.setKind}
          options={KINDS}
          className="w-36"
        />
        <Select
          aria-label="Use"
          value={filters.use}
          onChange={filters.setUse}
          options={USES}
          className="w-44"
        />
      </div>
    </div>
  );
}
