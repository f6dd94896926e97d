import { type Decoded, decode, type Encoding, guessEncoding } from '#contract/encodings.ts';

/** A file that is imported, and its text in the encoding that was guessed or chosen. */
export type TableFile = Decoded & { name: string; bytes: Uint8Array };

const MAX_BYTES = 7 * 1024 * 1024;
/** Workbooks are archives, or the binary files of old versions of Excel. */
const WORKBOOKS = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
];

/** @throws Error with a sentence where it is no text */
export async function readTableFile(file: File): Promise<TableFile> {
  if (file.size > MAX_BYTES)
    throw new Error('The file is larger than 7 MB: import it in several files.');
  const bytes = new Uint8Array(await file.arrayBuffer());
  if (WORKBOOKS.some((mark) => mark.every((byte, at) => bytes[at] === byte)))
    throw new Error(
      'This is a workbook. Save it as CSV first: “CSV UTF-8” in Excel, “Export to CSV” in Numbers, “Download” in Google Sheets.',
    );
  const read = withEncoding({ name: file.name, bytes }, guessEncoding(bytes, navigator.languages));
  if (read.text.includes('\0')) throw new Error('This file is not a text. Save the table as CSV.');
  return read;
}

export const withEncoding = (
  { name, bytes }: Pick<TableFile, 'name' | 'bytes'>,
  encoding: Encoding,
): TableFile => ({ name, bytes, ...decode(bytes, encoding) });
