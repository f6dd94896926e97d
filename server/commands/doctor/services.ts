import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from '../../config/config.ts';
import { findInstallation } from '../../database/installation.ts';
import type { Database } from '../../database/pool.ts';
import { tryMailServer } from '../../features/core/mail/mail.service.ts';
import { requireEncoders } from '../../features/media/ffmpeg.ts';
import { createOutgoing } from '../../http/outgoing/outgoing.ts';
import { commandLine } from '../../root.ts';
import { createDiskStorage } from '../../storage/disk.ts';
import { areUnclaimed } from '../../storage/owner.ts';
import { createS3Storage } from '../../storage/s3.ts';
import { freeSpace } from './folders.ts';
import { say } from './say.ts';

/** What the server uses beside its database: files, mail, programs. */

const MAIL_MS = 5000;
const USER_AGENT = 'Postfolio/0.1 (doctor)';

/** @param database undefined where it cannot be reached */
export async function examineFiles(settings: Settings, database: Database | undefined) {
  const { s3Url, dataDir, databaseUrl } = settings;
  const installation = database && (await findInstallation(database).catch(() => undefined));
  if (installation?.restored_at)
    return say(
      'installation',
      'warning',
      'this is a restored copy at rest: it publishes, mails and deletes nothing',
      `Once its original has stopped: ${commandLine('take-over')}`,
    );
  const disk = createDiskStorage(dataDir);
  const outgoing = createOutgoing({ userAgent: USER_AGENT });
  // The folder was looked at, and nothing is written there.
  const storage =
    s3Url === undefined
      ? disk
      : createS3Storage(
          s3Url,
          { clock: Date, outgoing },
          { ...disk, check: async () => undefined },
        );
  try {
    // Into a bucket a few bytes are written, and deleted, as by each start.
    if (!storage.isFolder) await storage.check();
    if (installation) await areUnclaimed(storage, installation, databaseUrl !== undefined);
  } finally {
    await outgoing.close();
  }
  if (s3Url) say('files', 'ok', `in the bucket at ${new URL(s3Url).host}`);
  else if (existsSync(storage.place)) await freeSpace('files', storage.place);
}

export async function examineMail({ smtpUrl, mailFrom, dataDir }: Settings) {
  if (!smtpUrl)
    return say(
      'mail',
      'warning',
      `SMTP_URL is not set: emails are written to ${join(dataDir, 'outbox')}`,
      'Set SMTP_URL',
    );
  const { host } = new URL(smtpUrl);
  try {
    await tryMailServer(smtpUrl, MAIL_MS);
    say('mail', 'ok', `sent by ${host}${mailFrom ? ` as ${mailFrom}` : ''}`);
  } catch (error) {
    const why = (error as Error).message.slice(0, 300);
    say('mail', 'error', `${host} does not take mail: ${why}`, 'See SMTP_URL: emails wait for it');
  }
}

export async function examineVideos({ ffmpeg }: Settings) {
  if (!ffmpeg)
    return say(
      'videos',
      'warning',
      'there is no ffmpeg: videos that networks do not take are not converted',
      'Install it, or set FFMPEG_PATH',
    );
  try {
    await requireEncoders(ffmpeg);
    say('videos', 'ok', `converted by ${ffmpeg}`);
  } catch (error) {
    const [why = ''] = (error as Error).message.split('\n');
    say('videos', 'error', `${ffmpeg} cannot convert videos: ${why}`, 'Install a whole ffmpeg');
  }
}
