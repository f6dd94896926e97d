import type { Clock } from '../clock.ts';
import type { Config } from '../config/config.ts';
import type { Outgoing } from '../http/outgoing/outgoing.ts';
import { createDiskStorage } from './disk.ts';
import { createS3Storage } from './s3.ts';
import type { Storage } from './storage.ts';

/** The storage of the settings: a bucket where S3_URL is set, else a folder of DATA_DIR. */
export function createStorage(
  { s3Url, dataDir }: Pick<Config, 's3Url' | 'dataDir'>,
  context: { clock: Clock; outgoing: Outgoing },
): Storage {
  const disk = createDiskStorage(dataDir);
  return s3Url === undefined ? disk : createS3Storage(s3Url, context, disk);
}
