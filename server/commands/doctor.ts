// Looks for what is wrong with this installation, and changes nothing. Prints a line for each thing
// that it looked at, of JSON with --json; ends with 1 where something is wrong. What stops a start, it
// says by the same functions as the start.
// usage: npm run doctor [-- --json]
import { readConfig, type Settings, SetupError } from '../config/config.ts';
import { commandLine, readCommit, VERSION } from '../root.ts';
import { runCommand } from './command.ts';
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

const JSON_OPTION = { json: { type: 'boolean', default: false } } as const;

await runCommand(
  async () => {
    const found = configuration();
    const commit = readCommit();
    say('version', 'ok', `${VERSION}${commit ? `, commit ${commit}` : ''}`);
    say('node', 'ok', `${process.versions.node} runs the server`);
    if (!found) return;
    await attempt('data folder', () => examineDataFolder(found));
    await withExaminedDatabase(found, async (database) => {
      await attempt('files', () => examineFiles(found, database));
      await attempt('backups', () => examineBackups(found, database));
    });
    await attempt('server', () => examineServer(found));
    await attempt('public address', () => examinePublicAddress(found));
    await attempt('mail', () => examineMail(found));
    await attempt('videos', () => examineVideos(found));
  },
  { most: 0, options: JSON_OPTION, usage: `Usage: ${commandLine('doctor', '[--json]')}` },
);
process.exit();
