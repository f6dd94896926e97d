// Looks for what is wrong with this installation, and changes nothing. Prints a line of JSON for
// each thing that it looked at, for 'postfolio doctor'. What stops a start, it says by the same
// functions as the start.
// usage: node server/commands/doctor.ts
import { readConfig, type Settings, SetupError } from '../config.ts';
import { withExaminedDatabase } from './doctor/database.ts';
import { examineBackups, examineDataFolder } from './doctor/folders.ts';
import { attempt, say } from './doctor/say.ts';
import { examinePublicAddress, examineServer } from './doctor/servers.ts';
import { examineFiles, examineMail, examineVideos } from './doctor/services.ts';

function configuration(): Settings | undefined {
  try {
    const settings = readConfig();
    for (const { name, nearest } of settings.misspelt)
      say(
        'settings',
        'warning',
        `${name} is no setting, and is ignored`,
        `Did you mean ${nearest}?`,
      );
    if (!settings.misspelt.length) say('settings', 'ok', 'all of them can be used');
    return settings;
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    for (const line of error.message.split('\n'))
      say('settings', 'error', line, 'See docs/configuration.md');
    return undefined;
  }
}

const found = configuration();
say('node', 'ok', `${process.versions.node} runs the server`);
if (found) {
  await attempt('data folder', () => examineDataFolder(found));
  await withExaminedDatabase(found, (database) =>
    attempt('files', () => examineFiles(found, database)),
  );
  await attempt('server', () => examineServer(found));
  await attempt('public address', () => examinePublicAddress(found));
  await attempt('mail', () => examineMail(found));
  await attempt('videos', () => examineVideos(found));
  await attempt('backups', () => examineBackups(found));
}
process.exit();
