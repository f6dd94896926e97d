import type { KeyLimits } from '../../../http/keys/key-limits.ts';
import * as sql from './key-limits.sql.ts';

/** How it is known what a key that is for some folders or channels may name. */
export const KEY_LIMITS: KeyLimits = {
  inFolders: {
    folder: sql.foldersIn,
    item: sql.itemsIn,
    file: sql.filesIn,
    comment: sql.commentsIn,
    transition: sql.transitionsIn,
    publication: sql.publicationsIn,
  },
  ofChannels: { channel: sql.channelsOf, publication: sql.publicationsOf },
};
