import { rm } from 'node:fs/promises';
import type { AppContext } from '../../context.ts';
import { transaction } from '../../database/transaction.ts';
import type { Run } from '../../jobs/jobs.ts';
import { keyOf } from '../../storage/keys.ts';
import { toMp4 } from './ffmpeg.ts';
import * as sql from './media.sql.ts';
import { announce, type Context, takeIn } from './take-in.ts';

/** The conversion of a video into what every network takes, by ffmpeg. */

/** Takes the converted video in, in place of the one it was made of. */
export async function runConversion(
  context: Context & Pick<AppContext, 'log'>,
  { workspaceId, userId, file: id }: { workspaceId: number; userId: number; file: number },
  { signal, isLast }: Run,
): Promise<void> {
  const { database, storage, config, log } = context;
  const [row] = await sql.findFile(database, { workspaceId, id });
  if (!row || row.conversion === null || config.ffmpeg === undefined) return;
  const end = (conversion: 'failed' | null) =>
    endConversion(context, { workspaceId, file: id }, conversion);
  const target = await storage.scratch();
  try {
    await storage.withFile(keyOf(row.hash), (from) =>
      toMp4(config.ffmpeg as string, { from, to: target, signal }),
    );
    const { name } = row;
    await takeIn(context, { file: target, name, workspaceId, userId, folder: null, replaces: id });
    await end(null);
  } catch (err) {
    // A process that ends is no failure of the video.
    if (signal.aborted && !isLast) throw err;
    log.warn({ err, file: id }, 'a video could not be converted');
    await end('failed');
  } finally {
    await rm(target, { force: true });
  }
}

/** Says what became of a conversion. */
export const endConversion = (
  context: Context,
  { workspaceId, file: id }: { workspaceId: number; file: number },
  conversion: 'failed' | null,
): Promise<void> =>
  transaction(context, async (tx) => {
    await sql.setConversion(tx, { workspaceId, id, conversion });
    announce(tx, workspaceId);
  });
