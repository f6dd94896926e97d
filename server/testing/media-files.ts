import {
  BufferTarget,
  EncodedPacket,
  EncodedVideoPacketSource,
  Mp4OutputFormat,
  Output,
} from 'mediabunny';
import sharp from 'sharp';

/** Files for tests, made when they are needed. */

type Size = { width?: number; height?: number };

/** A picture that compresses badly, so that its size is that of a photo. */
export function picture({ width = 320, height = 240, seed = 1 }: Size & { seed?: number } = {}) {
  const bytes = Buffer.alloc(width * height * 3);
  let value = seed * 2_654_435_761;
  for (let at = 0; at < bytes.length; at++) {
    value = (value * 1_664_525 + 1_013_904_223) >>> 0;
    bytes[at] = value >>> 24;
  }
  return sharp(bytes, { raw: { width, height, channels: 3 } });
}

export const jpeg = (options: Size & { seed?: number } = {}): Promise<Buffer> =>
  picture(options).jpeg().toBuffer();

/** A photo of a phone: turned, and with the place where it was taken. */
export const photo = (options: Size = {}): Promise<Buffer> =>
  picture(options)
    .withExif({
      IFD0: { Make: 'Pho', Artist: 'Ada Byron' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();

/** An animation of some frames. */
export const gif = ({ width = 40, height = 30 }: Size = {}): Promise<Buffer> =>
  sharp(Buffer.alloc(width * height * 3 * 4, 90), {
    raw: { width, height: height * 4, channels: 3, pageHeight: height },
  })
    .gif({ delay: [100, 100, 100, 100] })
    .toBuffer();

/** The parameters of an H.264 video. */
const AVC = Buffer.from('0142001fffe100046742001f01000468ce3c80', 'hex');

/** A video without real pictures: its index is right. */
export async function mp4({
  width = 640,
  height = 360,
  seconds = 3,
  codec = 'vp9',
}: Size & { seconds?: number; codec?: 'vp9' | 'avc' } = {}): Promise<Buffer> {
  const output = new Output({ format: new Mp4OutputFormat(), target: new BufferTarget() });
  const source = new EncodedVideoPacketSource(codec);
  output.addVideoTrack(source, { frameRate: 25 });
  await output.start();
  const decoderConfig = {
    codec: codec === 'avc' ? 'avc1.42001f' : 'vp09.00.10.08',
    codedWidth: width,
    codedHeight: height,
    ...(codec === 'avc' && { description: AVC }),
  };
  for (let frame = 0; frame < seconds * 25; frame++) {
    const type = frame % 25 === 0 ? 'key' : 'delta';
    const packet = new EncodedPacket(new Uint8Array(500).fill(frame), type, frame / 25, 1 / 25);
    await source.add(packet, { decoderConfig });
  }
  await output.finalize();
  return Buffer.from(output.target.buffer as ArrayBuffer);
}

/** A small video whose index claims more pictures than any memory has room for. */
export async function bomb(): Promise<Buffer> {
  const bytes = await mp4();
  // The number of pictures of the same length, and a table that is read for each of them.
  bytes.writeUInt32BE(0xffffffff, bytes.indexOf('stts', 0, 'latin1') + 12);
  const table = bytes.indexOf('stss', 0, 'latin1');
  bytes.write('ctts', table, 'latin1');
  bytes.writeUInt32BE(1, table + 8);
  return bytes;
}

export const PDF = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');
