/** Where bytes are in the storage, by their hash in hexadecimal. */
export const keyOf = (hash: string, isThumbnail = false) =>
  `${isThumbnail ? 'thumbnails' : 'files'}/${hash.slice(0, 2)}/${hash.slice(2)}`;
