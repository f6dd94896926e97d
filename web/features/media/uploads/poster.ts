const TIMEOUT_MS = 15_000;
const MAX_WIDTH = 1280;
/** The first frame is often black. */
const AT_SECONDS = 1;

/**
 * A picture of a video that this browser can play, as a JPEG; null where it cannot.
 * @param link on this server
 */
export async function makePoster(link: string): Promise<Blob | null> {
  const video = document.createElement('video');
  video.muted = true;
  video.preload = 'auto';
  video.playsInline = true;
  const ending = AbortSignal.timeout(TIMEOUT_MS);
  const until = (event: string) =>
    new Promise<void>((resolve, reject) => {
      video.addEventListener(event, () => resolve(), { once: true });
      video.addEventListener('error', () => reject(new Error('unplayable')), { once: true });
      ending.addEventListener('abort', () => reject(new Error('timeout')), { once: true });
    });
  try {
    const loaded = until('loadeddata');
    video.src = link;
    await loaded;
    if (video.duration > AT_SECONDS) {
      const sought = until('seeked');
      video.currentTime = AT_SECONDS;
      await sought;
    }
    const scale = Math.min(1, MAX_WIDTH / video.videoWidth);
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(video.videoWidth * scale);
    canvas.height = Math.round(video.videoHeight * scale);
    canvas.getContext('2d')?.drawImage(video, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.85));
  } finally {
    video.removeAttribute('src');
    video.load();
  }
}
