/** Some browsers begin a download only after this. */
const BEGUN_MS = 60_000;

/** Saves bytes as a file on this device. */
export function saveFile(name: string, bytes: Blob) {
  const url = URL.createObjectURL(bytes);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), BEGUN_MS);
}
