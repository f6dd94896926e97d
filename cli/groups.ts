import { accountCommands } from './commands/account.ts';
import { doctorCommand } from './commands/doctor.ts';
import { operatorCommands } from './commands/operating.ts';
import { postCommands } from './commands/posts.ts';
import { publishingCommands } from './commands/publishing.ts';
import { readingCommands } from './commands/reading.ts';
import type { Group } from './help.ts';

/** All commands. */
export const groups: readonly Group[] = [
  { title: 'Sign in', commands: accountCommands },
  { title: 'Posts', commands: [...postCommands, ...publishingCommands] },
  { title: 'Accounts, files and figures', commands: readingCommands },
  { title: 'Run a server', commands: [...operatorCommands, doctorCommand] },
];
