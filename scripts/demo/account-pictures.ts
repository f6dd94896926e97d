import { createHash } from 'node:crypto';
import sharp from 'sharp';
import type { Database } from '../../server/database/pool.ts';
import { storePicture } from '../../server/features/publishing/channels/pictures.sql.ts';

/** Pictures of the accounts, drawn: accounts on the practice network have none. */

const SIDE = 96;

/** A ground, and what is on it, of 96 by 96. */
type Emblem = readonly [ground: string, drawing: string];

const cup: Emblem = [
  '#e8d5b7',
  '<path d="M24 36h40v18a18 18 0 0 1-18 18h-4a18 18 0 0 1-18-18z" fill="#5a3825"/><path d="M64 40h4a9 9 0 0 1 0 18h-5" fill="none" stroke="#5a3825" stroke-width="6"/><path d="M37 28c-4-5 4-7 0-12m14 12c-4-5 4-7 0-12" fill="none" stroke="#5a3825" stroke-width="4"/>',
];
const bean: Emblem = [
  '#7a3b22',
  '<g transform="rotate(35 48 48)"><ellipse cx="48" cy="48" rx="22" ry="31" fill="#f2dcc2"/><path d="M48 17c-14 20 14 42 0 62" fill="none" stroke="#7a3b22" stroke-width="6"/></g>',
];
const wave: Emblem = [
  '#bfdfe8',
  '<circle cx="48" cy="40" r="17" fill="#f29e4c"/><path d="M0 58q12-10 24 0t24 0 24 0 24 0v38H0z" fill="#16697a"/><path d="M0 74q12-10 24 0t24 0 24 0 24 0v22H0z" fill="#0d4a57"/>',
];
const book: Emblem = [
  '#3d405b',
  '<path d="M48 34q-14-10-30-5v38q16-5 30 5 14-10 30-5V29q-16-5-30 5z" fill="#f4f1de"/><path d="M48 34v38" stroke="#e07a5f" stroke-width="5"/>',
];
const EMBLEMS: readonly (readonly [RegExp, Emblem])[] = [
  [/roastery/i, bean],
  [/coffee/i, cup],
  [/yoga/i, wave],
  [/book/i, book],
];

const draw = ([ground, drawing]: Emblem) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE}"><rect width="${SIDE}" height="${SIDE}" fill="${ground}"/>${drawing}</svg>`,
    ),
  )
    .webp()
    .toBuffer();

/** Gives every account with one of the names above its picture. */
export async function drawAccounts(database: Database): Promise<void> {
  const { rows } = await database.query<{ id: number; workspace_id: number; name: string }>(
    'select id, workspace_id, name from channels',
  );
  for (const { id, workspace_id, name } of rows) {
    const emblem = EMBLEMS.find(([pattern]) => pattern.test(name))?.[1];
    if (!emblem) continue;
    const bytes = await draw(emblem);
    const hash = createHash('sha256').update(bytes).digest();
    await storePicture(database, { workspaceId: workspace_id, channel: id, hash, bytes });
  }
}
