import { NETWORK_NAMES } from '../networks/names.ts';
import type { Condition, ConditionKind, Unfinished } from './rules-settings.ts';
import {
  allNamed,
  choice,
  counted,
  gap,
  isCount,
  list,
  mark,
  plain,
  quoted,
  type Subject,
  tagged,
  type Words,
  weekdayName,
} from './rules-words.ts';

/** Conditions of rules as data: what has to hold. */

type ConditionEntry<Kind extends ConditionKind> = {
  label: string;
  /** The subjects that it can be asked of. */
  of: readonly Subject[];
  words: Words<Unfinished<Extract<Condition, { kind: Kind }>>>;
};

const posts = ['post', 'publication'] as const;
const texts = ['entry', ...posts] as const;
const filed = ['file', ...posts] as const;
const all = ['file', ...texts] as const;

export const CONDITIONS: { readonly [Kind in ConditionKind]: ConditionEntry<Kind> } = {
  folder: {
    label: 'Folder',
    of: filed,
    words: ({ folders }, names) => [
      plain('it is in '),
      allNamed(folders, { names, kind: 'folder', field: 'folders', missing: 'a folder' }),
    ],
  },
  tag: {
    label: 'Tag',
    of: filed,
    words: ({ has, tags }) => [
      plain(has === 'none' ? 'it does not have ' : 'it has '),
      ...(tags?.length
        ? [plain('the tag '), choice(list(tagged(tags)))]
        : [gap('a certain tag', 'tags')]),
    ],
  },
  author: {
    label: 'Author',
    of: posts,
    words: ({ people }, names) => [
      plain('it is by '),
      allNamed(people, { names, kind: 'person', field: 'people', missing: 'a person' }),
    ],
  },
  network: {
    label: 'Network',
    of: ['publication'],
    words: ({ networks }) => [
      plain('it is on '),
      networks?.length
        ? choice(list(networks.map((network) => NETWORK_NAMES[network])))
        : gap('a network', 'networks'),
    ],
  },
  channel: {
    label: 'Account',
    of: ['publication'],
    words: ({ channels }, names) => [
      plain('it is on '),
      allNamed(channels, { names, kind: 'channel', field: 'channels', missing: 'an account' }),
    ],
  },
  words: {
    label: 'Words',
    of: all,
    words: ({ of, has, words }) => [
      words?.length
        ? choice(`the ${of ?? 'text'} has ${has === 'none' ? 'none' : 'any'} of ${quoted(words)}`)
        : gap(`the ${of ?? 'text'} has ${has === 'none' ? 'none of ' : ''}certain words`, 'words'),
    ],
  },
  picture: {
    label: 'Picture',
    of: all,
    words: ({ has }) => [choice(has === false ? 'it has no picture' : 'it has a picture')],
  },
  link: {
    label: 'Link',
    of: texts,
    words: ({ has }) => [choice(has === false ? 'it has no link' : 'it has a link')],
  },
  hours: {
    label: 'Days and hours',
    of: ['nothing', ...all],
    words: ({ weekdays, from, to }) => {
      const days = weekdays?.length
        ? `it is ${list(weekdays.toSorted((a, b) => a - b).map(weekdayName))}`
        : '';
      const hours = from && to ? `between ${from} and ${to}` : '';
      const both = days ? [days, hours].filter(Boolean).join(', ') : hours && `it is ${hours}`;
      return [both ? choice(both) : gap('it is a certain day or hour', 'weekdays')];
    },
  },
  figures: {
    label: 'Figures',
    of: posts,
    words: (settings) => [plain('it has at least '), ...mark(settings)],
  },
  age: {
    label: 'Age',
    of: posts,
    words: ({ days }) => [
      plain('it is '),
      isCount(days)
        ? choice(`at least ${counted(days, 'days')} old`)
        : gap('at least some days old', 'days'),
    ],
  },
};
