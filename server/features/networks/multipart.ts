import { randomUUID } from 'node:crypto';
import type { SendMedia } from './adapter.ts';
import type { PictureLimits } from './adapter-context.ts';
import { bodyOf } from './chunks.ts';

/** A form with files, as it is sent. `size` in bytes. */
export type Multipart = {
  type: string;
  size: number;
  body: () => AsyncIterable<Uint8Array>;
};

/** A file of a form; `field` is its name there. */
export type FormFile = {
  field: string;
  name: string;
  type: string;
  size: number;
  body: () => AsyncIterable<Uint8Array>;
};

/** Quotes and line breaks would end a name (HTML Standard, 'Multipart form data'). */
const quoted = (text: string) =>
  text.replaceAll('\n', '%0A').replaceAll('\r', '%0D').replaceAll('"', '%22');

/** Fields and files, which are not read into memory. */
export function multipart(
  fields: Readonly<Record<string, string>>,
  ...files: readonly FormFile[]
): Multipart {
  const boundary = `postfolio-${randomUUID()}`;
  const first = Buffer.from(
    Object.entries(fields)
      .map(
        ([name, value]) =>
          `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
      )
      .join(''),
  );
  const heads = files.map(({ field, name, type }) =>
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${quoted(name)}"\r\ncontent-type: ${type}\r\n\r\n`,
    ),
  );
  const between = Buffer.from('\r\n');
  const last = Buffer.from(`--${boundary}--\r\n`);
  const size = files.reduce(
    (sum, file, index) => sum + (heads[index]?.length ?? 0) + file.size + between.length,
    first.length + last.length,
  );
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    size,
    body: async function* () {
      yield first;
      for (const [index, file] of files.entries()) {
        yield heads[index] as Buffer;
        yield* file.body();
        yield between;
      }
      yield last;
    },
  };
}

/** A file of a part for a form: a picture within limits, anything else as it is. */
export async function formFile(
  field: string,
  { kind, name, type, size, chunks, picture }: SendMedia,
  limits: PictureLimits,
): Promise<FormFile> {
  if (kind !== 'picture') return { field, name, type, size, body: chunks };
  const { bytes, type: made } = await picture(limits);
  const body = bodyOf(bytes);
  return { field, name, type: made, size: bytes.length, body };
}
