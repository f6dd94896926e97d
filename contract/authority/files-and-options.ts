import { AS_WHO_DID_IT, differs, type Row } from './cases.ts';

/** What is sent beside the words of a post. The columns are in `cases.ts`. */

type Columns = 'W' | 'N' | 'P';

export const FILES = {
  'the bytes of a file are replaced, or a video is converted by hand': AS_WHO_DID_IT,

  'a file is made smaller or encoded anew while it is sent': {
    ...{ W: 'g', N: 'g', P: 'f' },
    note: 'A function of the approved bytes.',
  },

  'the alt text, the name or the tags of a file are changed in the library': {
    ...{ W: 'g', N: 'g', P: 'f' },
    note: 'The post keeps that with which the file was attached.',
  },

  'a file is in the trash, or erased': {
    ...{ W: 'rejected', N: 'rejected', P: 'rejected' },
    note: 'A check, and no question of authority.',
  },
} as const satisfies Record<string, Row<Columns> | typeof AS_WHO_DID_IT>;

export type FileRow = keyof typeof FILES;

const NOT_CHANGED = 'Options are chosen when it is scheduled, and not changed.';

export const OPTIONS = {
  'options without words, by who may publish': {
    ...{ W: 'n', N: 'n', P: 'f' },
    note: 'Others propose them.',
    today: [differs('W', '–', NOT_CHANGED), differs('N', '–', NOT_CHANGED)],
  },

  'words among the options, by who schedules: a first comment, a warning, a title': {
    ...{ W: 'n|n|r', N: 'n|n|r', P: 'f' },
    note: 'Where nobody approves their own text, they are proposed with the text.',
    today: [differs('W', '–', NOT_CHANGED), differs('N', '–', NOT_CHANGED)],
  },

  'the snippet that ends the posts of a channel, by anybody': {
    ...{ W: 'g', N: 'g', P: 'f' },
    note: 'It is kept with the approval or the publication.',
  },

  'the name of the author, by themselves, or the author is removed': {
    ...{ W: 'g', N: 'g', P: 'f' },
    note: 'The name is captured with the approval, else when it was scheduled.',
  },

  'the name of the folder, or another folder, in UTM, by anybody who writes': {
    ...{ W: 'g', N: 'g', P: 'f' },
  },

  'the name of the workspace, by who manages it': {
    ...{ W: 'g', N: 'g', P: 'f' },
  },

  'the handle of the channel, by the network': {
    ...{ W: 'n', N: 'n', P: 'f' },
    note: 'What networks say is nobody’s words.',
  },

  'words for a date, by another time': {
    ...{ W: 'n', N: 'n', P: 'f' },
    note: 'A function of the time; no new approval, unless the policy says so.',
  },

  'the UTM of the workspace, or whether links are counted': {
    ...{ W: 'n', N: 'f', P: 'f' },
    note: 'As of when it is begun: each try has the same links.',
  },

  'its time, by who may publish or by the server': {
    ...{ W: 'g', N: 'g', P: '–' },
    note: 'People are told. A policy may ask again.',
  },

  'its time, by who may not publish': {
    ...{ W: 'r', N: 'r', P: '–' },
    note: 'Proposals can be moved, and are asked about anew.',
  },

  'another account for an approved text, by who may publish': {
    ...{ W: 'g', N: 'g', P: '–' },
    note: 'Words among its options are asked about.',
  },

  'its account is connected again': {
    ...{ W: 'g', N: 'g', P: 'f' },
    note: 'Another account is another channel: there it is cancelled, and between two parts stops.',
  },
} as const satisfies Record<string, Row<Columns>>;

export type OptionRow = keyof typeof OPTIONS;
