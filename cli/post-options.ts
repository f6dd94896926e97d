import { STATUSES } from '#contract/content/workflow.ts';
import type { Options } from './arguments.ts';
import { API_OPTIONS } from './session.ts';

/** The options of commands that write and publish posts. */

export const TEXT_OPTIONS = {
  file: { value: 'PATH', short: 'f', about: 'read the text from a file' },
  thread: { about: 'a thread: lines of --- alone separate its parts' },
} as const satisfies Options;

export const NEW_POST_OPTIONS = {
  ...API_OPTIONS,
  ...TEXT_OPTIONS,
  folder: {
    value: 'FOLDER',
    about:
      'the name or the id of a folder; else POSTFOLIO_FOLDER, else the first one that was made',
  },
  title: { value: 'TEXT', mayBeEmpty: true, about: 'a title, which is not published' },
  media: {
    value: 'FILE',
    short: 'm',
    multiple: true,
    about: 'a picture or video: a path, an address, or an id of the library; several are possible',
  },
  alt: {
    ...{ value: 'TEXT', multiple: true, mayBeEmpty: true },
    about: 'what a file shows, in the order of --media',
  },
  'dry-run': { about: 'check, and make nothing' },
  'idempotency-key': {
    value: 'TEXT',
    about:
      'the same for a command that is tried again: it is done once; of no effect with --dry-run',
  },
} as const satisfies Options;

export const CHANNEL_OPTION = {
  value: 'CHANNEL',
  short: 'c',
  multiple: true,
  about: 'where: the id, the handle or the network of an account; several are possible',
} as const;
export const FOLDER_OPTION = { value: 'FOLDER', about: 'the name or the id of a folder' } as const;
export const STATUS_OPTION = { value: 'STATUS', about: `one of ${STATUSES.join(', ')}` } as const;

const ZONE_OPTION = {
  value: 'ZONE',
  about: 'of the time, such as Europe/Berlin; else that of the workspace',
} as const;

export const PUBLISH_OPTIONS = {
  ...NEW_POST_OPTIONS,
  channel: CHANNEL_OPTION,
  post: {
    value: 'POST',
    about:
      'the id of a post that is there, in place of a text; standard input is left to the commands that follow',
  },
  at: {
    value: 'TIME',
    about:
      "now, queue, a time such as '2026-12-01 09:00', or an instant such as 2026-12-01T09:00:00Z",
  },
  zone: ZONE_OPTION,
} as const satisfies Options;
