// Says what a video is, as JSON; a process of its own (inspection/inspect.ts), with limits of time and memory.
// usage: node server/features/media/read-video.ts FILE
import { FilePathSource, Input, MP4, QTFF, WEBM } from 'mediabunny';

const SAMPLES = 100;

const [, , file = ''] = process.argv;
// Only what is one file: a playlist would name others.
const video = new Input({ source: new FilePathSource(file), formats: [MP4, QTFF, WEBM] });
const [track, sound] = [await video.getPrimaryVideoTrack(), await video.getPrimaryAudioTrack()];
const facts = { width: null, height: null, duration: null };
if (!track) console.log(JSON.stringify(facts));
else {
  const { averagePacketRate: rate } = await track.computePacketStats(SAMPLES);
  const [codec, audio] = [await track.getCodec(), await sound?.getCodec()];
  console.log(
    JSON.stringify({
      width: Math.round(await track.getDisplayWidth()),
      height: Math.round(await track.getDisplayHeight()),
      duration: await video.computeDuration(),
      ...(codec && { video: codec }),
      ...(audio && { audio }),
      ...(Number.isFinite(rate) && { frames_per_second: Math.round(rate * 100) / 100 }),
    }),
  );
}
video.dispose();
