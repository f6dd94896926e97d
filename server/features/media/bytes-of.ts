import type { FileHandle } from 'node:fs/promises';

/** Bytes of a file; zeros behind its end. */
export async function bytesOf(handle: FileHandle, at: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  await handle.read(bytes, 0, length, at);
  return bytes;
}
