/** Bytes that are there, as a body that is streamed. */
export const bodyOf = (bytes: Uint8Array) =>
  async function* () {
    yield bytes;
  };

/** The same bytes in chunks of one size; the last one may be smaller. */
export async function* inChunks(source: AsyncIterable<Uint8Array>, size: number) {
  let kept: Uint8Array[] = [];
  let length = 0;
  for await (const piece of source) {
    let rest = piece;
    while (length + rest.length >= size) {
      const taken = size - length;
      yield Buffer.concat([...kept, rest.subarray(0, taken)]);
      rest = rest.subarray(taken);
      [kept, length] = [[], 0];
    }
    if (rest.length) {
      kept.push(rest);
      length += rest.length;
    }
  }
  if (length) yield Buffer.concat(kept);
}
