import { MEDIA_TYPES, type MediaType } from '#contract/media/media.ts';
import type { Clock } from '../../clock.ts';
import type { Config } from '../../config/config.ts';
import type { Executor } from '../../database/pool.ts';
import { loadSharp } from '../../process/sharp.ts';
import type { Secrets } from '../../secrets.ts';
import { isStored } from '../../storage/keys.ts';
import type { Storage } from '../../storage/storage.ts';
import type { FileLinks } from '../networks/networks.service.ts';
import * as sql from './media.sql.ts';

/**
 * Links to single files for networks that fetch them: of the bucket, or
 * `/media/link/EXPIRES-SIZE-MAC/KEY.EXTENSION` on PUBLIC_URL.
 */

const SECONDS = 24 * 60 * 60;
const PROOF = /^(\d{1,12})-(\d{1,13})-([\w-]{43})$/;
const FILE = /^((?:files|derived)\/[0-9a-f]{2}\/[0-9a-f]{62}(?:-[0-9a-f]{16})?)\.([a-z0-9]{3,4})$/;
const PROBE = `derived/00/${'0'.repeat(62)}`;
const PROBE_SIDE = 640;

/** `size`: in bytes, 0 where it is not known. */
const textOf = (expires: string | number, size: string | number, file: string) =>
  `${expires} ${size} ${file}`;

/** @returns undefined where nobody outside can reach files of this installation */
export function createFileLinks({
  config: { publicUrl, s3Url, allowPrivateNetworks },
  secrets,
  storage,
  database,
  clock,
}: {
  config: Pick<Config, 'publicUrl' | 's3Url' | 'allowPrivateNetworks'>;
  clock: Clock;
  secrets: Secrets;
  storage: Storage;
  database: Executor;
}): FileLinks | undefined {
  const isReachable = (url: string | undefined) =>
    url !== undefined && (url.startsWith('https:') || allowPrivateNetworks);
  const signed = storage.link;
  const ofBucket = signed && isReachable(s3Url);
  if (!ofBucket && !isReachable(publicUrl)) return undefined;

  const of: FileLinks['of'] = async (key, type, size = 0) => {
    if (ofBucket) return signed(key, { type, seconds: SECONDS });
    const expires = Math.floor(clock.now() / 1000) + SECONDS;
    const file = `${key}.${MEDIA_TYPES[type as MediaType].extension}`;
    const mac = secrets.mac('media', textOf(expires, size, file));
    return `${publicUrl}/media/link/${expires}-${size}-${mac}/${file}`;
  };
  return {
    of,
    probe: async () => {
      if (!(await isStored(storage, PROBE))) {
        const size = { width: PROBE_SIDE, height: PROBE_SIDE, channels: 3 as const };
        const sharp = await loadSharp();
        const bytes = await sharp({ create: { ...size, background: 'grey' } })
          .jpeg()
          .toBuffer();
        await sql.expectGarbage(database, { key: PROBE });
        await storage.put(PROBE, { bytes });
      }
      return of(PROBE, 'image/jpeg');
    },
  };
}

/** The key and the type that a link names, while it is valid. */
export function readFileLink(secrets: Secrets, proof: string, file: string, now: number) {
  const [, expires = '', size = '', mac = ''] = PROOF.exec(proof) ?? [];
  const [, key, extension] = FILE.exec(file) ?? [];
  const [type] =
    Object.entries(MEDIA_TYPES).find(([, known]) => known.extension === extension) ?? [];
  if (!mac || !key || !type || !secrets.isMac('media', textOf(expires, size, file), mac))
    return undefined;
  return Number(expires) * 1000 > now ? { key, type, size: Number(size) } : undefined;
}
