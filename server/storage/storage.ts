import type { Readable } from 'node:stream';

/** Where the bytes of files are: a folder, or a bucket of S3. It knows no files, only keys. */

/** From the first byte to the last one, both included. */
export type Range = { start: number; end: number };

export type Storage = {
  /** What it is, for those who operate it, without credentials. */
  place: string;
  isFolder: boolean;
  /** Stores bytes, whole or not at all. A file is moved there, or copied and deleted. */
  put: (key: string, source: { file: string } | { bytes: Uint8Array }) => Promise<void>;
  /** Undefined where there is nothing. */
  open: (key: string, range?: Range) => Promise<Readable | undefined>;
  /** Calls `work` with a file of this machine that has the bytes, which it must not change. */
  withFile: <Result>(key: string, work: (file: string) => Promise<Result>) => Promise<Result>;
  /** A link that anybody can fetch the bytes with, for a while; missing where there is none. */
  link?: (key: string, given: { type: string; seconds: number }) => Promise<string>;
  /** Nothing is there is no error. */
  remove: (key: string) => Promise<void>;
  /** @throws SetupError with one line where it cannot be written to */
  check: () => Promise<void>;
  /** The path of a new file of this machine, for bytes on their way; deleted after a day. */
  scratch: () => Promise<string>;
  /** Deletes scratch files of processes that have died. */
  tidy: () => Promise<void>;
};
