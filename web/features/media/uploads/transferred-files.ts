/** Files that are dropped or pasted: the same for events of React and of the browser. */

/** Whether files are being dragged. */
export const hasFiles = (transfer: DataTransfer | null): boolean =>
  transfer?.types.includes('Files') === true;

/** What was pasted; nothing where it is a text: office programs put a picture of it beside it. */
export const pastedFiles = (clipboard: DataTransfer | null): File[] =>
  clipboard?.types.some((type) => type.startsWith('text/')) ? [] : [...(clipboard?.files ?? [])];
