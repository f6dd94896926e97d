import { correction, generate } from 'lean-qr';
import { toSvgSource } from 'lean-qr/extras/svg';
import { loadSharp } from '../../../process/sharp.ts';

/** QR codes: dark on white whatever the theme, with the quiet zone that scanners need. */

const QUIET = 3;
const PNG_PIXELS = 1024;

/** Half of a label may be dirty: links are short, so that a high correction costs little. */
export const qrSvg = (text: string): string =>
  toSvgSource(generate(text, { minCorrectionLevel: correction.Q }), {
    on: '#1c2024',
    off: '#fff',
    padX: QUIET,
    padY: QUIET,
    xmlDeclaration: true,
  });

export const qrPng = async (text: string): Promise<Buffer> =>
  (await loadSharp())(Buffer.from(qrSvg(text)))
    .resize(PNG_PIXELS, PNG_PIXELS, { kernel: 'nearest' })
    .flatten({ background: '#fff' })
    .png()
    .toBuffer();
