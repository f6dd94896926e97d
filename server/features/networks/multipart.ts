import { randomUUID } from 'node:crypto';

/** A form with a file, as it is sent. `size` in bytes. */
export type Multipart = {
  type: string;
  size: number;
  body: () => AsyncIterable<Uint8Array>;
};

type File = { name: string; type: string; size: number; body: () => AsyncIterable<Uint8Array> };

/** Quotes and line breaks would end a name (HTML Standard, 'Multipart form data'). */
const quoted = (text: string) =>
  text.replaceAll('\n', '%0A').replaceAll('\r', '%0D').replaceAll('"', '%22');

/** Fields and a file named `file`, which is not read into memory. */
export function multipart(fields: Readonly<Record<string, string>>, file: File): Multipart {
  const boundary = `postfolio-${randomUUID()}`;
  const head = Object.entries(fields).map(
    ([name, value]) =>
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const before = Buffer.from(
    `${head.join('')}--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${quoted(file.name)}"\r\ncontent-type: ${file.type}\r\n\r\n`,
  );
  const after = Buffer.from(`\r\n--${boundary}--\r\n`);
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    size: before.length + file.size + after.length,
    body: async function* () {
      yield before;
      yield* file.body();
      yield after;
    },
  };
}
