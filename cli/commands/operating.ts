import type { Command } from '../command.ts';
import { runProgram, startServer } from '../program.ts';

/** Commands of who runs the server, on its machine; they read its settings from the environment. */

type Operator = {
  /** Also that of its program in server/commands. */
  name: string;
  takes?: string;
  summary: string;
  more?: readonly string[];
};

const operators: readonly Operator[] = [
  {
    name: 'backup',
    takes: '[FILE]',
    summary: 'Write a backup: one file with all that another machine needs',
    more: [
      'Without FILE it is a new file in BACKUP_DIR, or in the present folder.',
      'BACKUP_PASSPHRASE encrypts it.',
    ],
  },
  {
    name: 'restore',
    takes: 'FILE [--take-over]',
    summary: 'Restore a backup into an empty database',
    more: ['The copy is at rest until it takes over: at once with --take-over.'],
  },
  {
    name: 'take-over',
    summary: 'Let a restored copy publish, mail and delete, once the original has stopped',
  },
  {
    name: 'archive',
    takes: 'FILE [--days DAYS] [--versions] | --verify FILE',
    summary:
      'Move old entries of the audit log, or old versions of texts, to a file, or check such a file',
  },
  {
    name: 'pause',
    takes: 'REASON',
    summary: 'Pause all publishing of all workspaces, until somebody resumes in each',
  },
  { name: 'migrate', summary: 'Apply new migrations without serving' },
  { name: 'reseal', summary: 'Encrypt stored credentials with a new SECRET' },
  {
    name: 'new-secret',
    summary: 'Let the next start make another secret; everybody signs in again',
  },
  {
    name: 'health',
    summary: 'Ask the server of these settings whether it is up, for health checks',
  },
];

export const operatorCommands: Command[] = [
  {
    name: 'start',
    summary: 'Run the server, with its pages and its database',
    options: {},
    raw: true,
    more: [
      'Settings are variables of the environment: docs/configuration.md. DATA_DIR is ~/.postfolio where it',
      'is not set.',
    ],
    run: startServer,
  },
  ...operators.map(({ name, ...command }) => ({
    ...command,
    name,
    options: {},
    raw: true as const,
    run: ({ words }: { words: readonly string[] }) => runProgram(name, words),
  })),
];
