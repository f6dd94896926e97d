import { MEDIA_TYPES, type MediaType } from '#contract/media/media.ts';
import type { AppContext } from '../../context.ts';
import type { Secrets } from '../../secrets.ts';

/**
 * Links to files: `/media/PASS/HASH.EXTENSION`. A pass is of a workspace, and expires; it stays the
 * same for half a day, so that browsers keep what they have loaded.
 */

const HALF_A_DAY = 12 * 60 * 60;
const PASS = /^(\d{1,15})-(\d{1,12})-([\w-]{43})$/;
/** Bytes by their hash, the thumbnail of such, or either to be saved under a name. */
const FILE = /^([0-9a-f]{64})(-thumbnail)?\.([a-z0-9]{3,4})$/;

const THUMBNAIL_TYPE = 'image/webp';

export type Pass = { prefix: string; expiresAt: Date };

/** The pass of a workspace: valid for half a day to a day. */
export function issuePass(
  { secrets, clock, config }: Pick<AppContext, 'secrets' | 'clock' | 'config'>,
  workspace: number,
): Pass {
  const now = clock.now();
  const expires = (Math.floor(now / 1000 / HALF_A_DAY) + 2) * HALF_A_DAY;
  const text = `${workspace}-${expires}`;
  return {
    prefix: `${config.basePath}/media/${text}-${secrets.mac('media', text)}/`,
    expiresAt: new Date(expires * 1000),
  };
}

/** The workspace of a pass that is valid, and when it expires, in seconds since 1970. */
export function readPass(secrets: Secrets, pass: string, now: number) {
  const [, workspace, expires, proof = ''] = PASS.exec(pass) ?? [];
  if (!proof || !secrets.isMac('media', `${workspace}-${expires}`, proof)) return undefined;
  return Number(expires) * 1000 > now
    ? { workspace: Number(workspace), expires: Number(expires) }
    : undefined;
}

const typesByExtension = new Map<string, MediaType>(
  Object.entries(MEDIA_TYPES).map(([type, { extension }]) => [extension, type as MediaType]),
);

/** The bytes that the end of a link names. */
export function readFileName(text: string) {
  const [, hash, thumbnail, extension = ''] = FILE.exec(text) ?? [];
  const type = thumbnail ? THUMBNAIL_TYPE : typesByExtension.get(extension);
  if (!hash || !type) return undefined;
  return { hash: Buffer.from(hash, 'hex'), isThumbnail: thumbnail !== undefined, type };
}

export const linksOf = (
  { prefix }: Pass,
  file: { hash: string; type: MediaType; name: string; has_thumbnail: boolean },
) => {
  const original = `${prefix}${file.hash}.${MEDIA_TYPES[file.type].extension}`;
  return {
    original,
    download: `${original}?${new URLSearchParams({ name: file.name })}`,
    thumbnail: file.has_thumbnail ? `${prefix}${file.hash}-thumbnail.webp` : null,
  };
};
