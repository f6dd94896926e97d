import type { Option } from '#web/ui/fields/Select.tsx';

/** The folders that a file can be in, as the options of a select, and none. */

const NO_FOLDER = 'none';

export const placesOf = (folders: readonly Option[]): Option[] => [
  { value: NO_FOLDER, label: 'No folder' },
  ...folders,
];
export const folderAt = (place: string) => (place === NO_FOLDER ? null : Number(place));
export const placeOf = (folder: number | null) => (folder === null ? NO_FOLDER : String(folder));
