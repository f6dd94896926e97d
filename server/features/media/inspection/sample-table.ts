import type { Range } from './edit-video.ts';

/** Where an MP4 has the samples of a track (ISO 14496-12, 8.6 and 8.7). */

/** A film of some hours has less. */
export const MAX_TABLE_BYTES = 4 * 1024 * 1024;
export const MAX_CHUNKS = 100_000;

type Tables = {
  /** The contents of `stsz`, `stsc`, and `stco` or `co64`. */
  sizes: Buffer | undefined;
  chunks: Buffer | undefined;
  offsets: Buffer | undefined;
  isLong: boolean;
};

/** The chunks of a track; undefined where the tables do not say it, or have too many. */
export function chunksOf({ sizes, chunks, offsets, isLong }: Tables): Range[] | undefined {
  if (!sizes || !chunks || !offsets) return;
  try {
    const count = offsets.readUInt32BE(4);
    if (count > MAX_CHUNKS) return;
    const [size, samples] = [sizes.readUInt32BE(4), sizes.readUInt32BE(8)];
    const found: Range[] = [];
    let [sample, entry] = [0, 0];
    for (let chunk = 1; chunk <= count; chunk++) {
      const from = isLong
        ? Number(offsets.readBigUInt64BE(8 * chunk))
        : offsets.readUInt32BE(4 + 4 * chunk);
      const entries = chunks.readUInt32BE(4);
      while (entry + 1 < entries && chunks.readUInt32BE(8 + 12 * (entry + 1)) <= chunk) entry++;
      const last = Math.min(sample + chunks.readUInt32BE(8 + 12 * entry + 4), samples);
      let to = from + (size ? size * (last - sample) : 0);
      if (size) sample = last;
      else for (; sample < last; sample++) to += sizes.readUInt32BE(12 + 4 * sample);
      found.push({ from, to });
    }
    return sample === samples ? found : undefined;
  } catch {
    // A table is shorter than it says.
    return;
  }
}

/** Ranges in their order, those that overlap or touch as one. */
export function merged(ranges: readonly Range[]): Range[] {
  const found: Range[] = [];
  for (const { from, to } of [...ranges].sort((a, b) => a.from - b.from)) {
    const last = found.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else found.push({ from, to });
  }
  return found;
}

/** Whether each of the ranges is inside one of `outer`; both in their order, without overlaps. */
export function areWithin(ranges: readonly Range[], outer: readonly Range[]): boolean {
  let next = 0;
  return ranges.every(({ from, to }) => {
    for (let end = outer[next]?.to; end !== undefined && end < to; end = outer[next]?.to) next++;
    const found = outer[next];
    return found !== undefined && from >= found.from;
  });
}
