let loaded: ReturnType<typeof load> | undefined;

async function load() {
  const { default: sharp } = await import('sharp');
  // One thread for a picture: several pictures are taken in at once.
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}

/** The library for pictures; it is loaded with the first one. */
export const loadSharp = () => {
  loaded ??= load();
  return loaded;
};
