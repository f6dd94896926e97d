import type { Trigger, TriggerKind, Unfinished } from './rules-settings.ts';
import {
  choice,
  counted,
  gap,
  isCount,
  list,
  mark,
  named,
  ordinal,
  plain,
  type RuleIcon,
  type Segment,
  type Subject,
  type Words,
  weekdayName,
} from './rules-words.ts';

/** Triggers of rules as data: what starts a run. */

type Dated = Omit<Unfinished<Trigger & { kind: 'time' }>, 'kind'>;

function timeWords({ every, weekday, day, at }: Dated): Segment[] {
  const which = {
    day: 'day',
    weekdays: 'weekday',
    week: weekday ? weekdayName(weekday) : null,
    month: isCount(day) && day <= 31 ? `${ordinal(day)} of the month` : null,
  };
  const on = every ? which[every] : null;
  if (!on && every === 'month') return [gap('day of the month', 'day')];
  if (!on) return [every ? gap('day of the week', 'weekday') : gap('so often', 'every')];
  return [
    at ? choice(`${on} at ${at}`) : choice(on),
    ...(at ? [] : [plain(' at '), gap('a time', 'at')]),
  ];
}

const MOVED: Readonly<Record<string, string>> = {
  draft: 'becomes a draft again',
  review: 'is submitted for review',
  approved: 'is approved',
  published: 'is marked as published',
  archived: 'is archived',
};

/** A value of what has happened, for variables of templates, comments and notices: `{{name}}`. */
export type Given = { name: string; label: string; kind: 'text' | 'long' | 'link' | 'date' };

const ofPost: readonly Given[] = [
  { name: 'title', label: 'its title', kind: 'text' },
  { name: 'text', label: 'its text', kind: 'long' },
  { name: 'link', label: 'its link', kind: 'link' },
  { name: 'author', label: 'its author', kind: 'text' },
  { name: 'folder', label: 'its folder', kind: 'text' },
];
const ofPublication: readonly Given[] = [
  ...ofPost,
  { name: 'network', label: 'its network', kind: 'text' },
  { name: 'channel', label: 'its account', kind: 'text' },
  { name: 'address', label: 'its address', kind: 'link' },
];

type TriggerEntry<Kind extends TriggerKind> = {
  /** In the list of triggers. */
  label: string;
  icon: RuleIcon;
  subject: Subject;
  gives: readonly Given[];
  words: Words<Unfinished<Extract<Trigger, { kind: Kind }>>>;
  /** When it runs next, where no time says it. */
  next: string | null;
};

export const TRIGGERS: { readonly [Kind in TriggerKind]: TriggerEntry<Kind> } = {
  feed_entry: {
    label: 'New entry of a feed',
    icon: 'rss',
    subject: 'entry',
    gives: [
      { name: 'title', label: 'its title', kind: 'text' },
      { name: 'text', label: 'its text', kind: 'long' },
      { name: 'link', label: 'its link', kind: 'link' },
      { name: 'author', label: 'its author', kind: 'text' },
      { name: 'date', label: 'its date', kind: 'date' },
      { name: 'feed', label: 'the name of the feed', kind: 'text' },
    ],
    words: ({ feed }, names) => [
      plain('When '),
      choice('a new entry'),
      plain(' appears in '),
      named(feed, { names, kind: 'feed', field: 'feed', missing: 'a feed' }),
    ],
    next: null,
  },
  time: {
    label: 'A time',
    icon: 'calendar-clock',
    subject: 'nothing',
    gives: [
      { name: 'date', label: 'the day', kind: 'date' },
      { name: 'weekday', label: 'the day of the week', kind: 'text' },
    ],
    words: (settings) => [plain('Every '), ...timeWords(settings)],
    next: null,
  },
  post_moved: {
    label: 'A post moves on',
    icon: 'circle-check',
    subject: 'post',
    gives: ofPost,
    words: ({ status }) => [
      plain('When '),
      ...(status
        ? [choice(`a post ${MOVED[status]}`)]
        : [choice('a post'), plain(' becomes '), gap('a status', 'status')]),
    ],
    next: 'when one moves on',
  },
  post_made: {
    label: 'A post is created',
    icon: 'file-plus-2',
    subject: 'post',
    gives: ofPost,
    words: () => [plain('When '), choice('a post is created')],
    next: 'when one is created',
  },
  post_tagged: {
    label: 'A post is tagged',
    icon: 'tag',
    subject: 'post',
    gives: ofPost,
    words: ({ tag }) => [
      plain('When '),
      choice('a post is tagged'),
      plain(' '),
      tag ? choice(`#${tag}`) : gap('with a tag', 'tag'),
    ],
    next: 'when one is tagged',
  },
  publication: {
    label: 'A post is published or stops',
    icon: 'triangle-alert',
    subject: 'publication',
    gives: ofPublication,
    words: ({ became }) => [
      plain('When '),
      became === 'published'
        ? choice('a post is published')
        : became === 'stopped'
          ? choice('a publication stops')
          : gap('a post is published or stops', 'became'),
    ],
    next: 'when one does',
  },
  figures: {
    label: 'A post reaches a number of views or reactions',
    icon: 'trending-up',
    subject: 'publication',
    gives: [...ofPublication, { name: 'figure', label: 'the figure', kind: 'text' }],
    words: (settings) => [plain('When '), choice('a post'), plain(' reaches '), ...mark(settings)],
    next: 'when figures are read',
  },
  queue_low: {
    label: 'A queue runs low',
    icon: 'list-ordered',
    subject: 'nothing',
    gives: [
      { name: 'channel', label: 'the account', kind: 'text' },
      { name: 'left', label: 'the posts that are left', kind: 'text' },
    ],
    words: ({ set, fewer_than: fewer }, names) => [
      plain('When '),
      choice('a queue'),
      plain(' of '),
      named(set, { names, kind: 'set', field: 'set', missing: 'a channel set' }),
      plain(' has '),
      isCount(fewer)
        ? choice(`fewer than ${counted(fewer, 'posts')}`)
        : gap('few posts', 'fewer_than'),
    ],
    next: 'when it runs low',
  },
  incoming: {
    label: 'A webhook comes in',
    icon: 'webhook',
    subject: 'entry',
    gives: [
      { name: 'title', label: 'its title', kind: 'text' },
      { name: 'text', label: 'its text', kind: 'long' },
      { name: 'link', label: 'its link', kind: 'link' },
      { name: 'tags', label: 'its tags', kind: 'text' },
      { name: 'date', label: 'its date', kind: 'date' },
      { name: 'source', label: 'the name of the address', kind: 'text' },
    ],
    words: ({ address }, names) => [
      plain('When '),
      choice('a webhook'),
      plain(' comes in at '),
      named(address, { names, kind: 'address', field: 'address', missing: 'an address' }),
    ],
    next: 'when one comes in',
  },
  file_added: {
    label: 'A file is added',
    icon: 'image-plus',
    subject: 'file',
    gives: [
      { name: 'name', label: 'its name', kind: 'text' },
      { name: 'alt', label: 'its alt text', kind: 'long' },
      { name: 'tags', label: 'its tags', kind: 'text' },
      { name: 'folder', label: 'its folder', kind: 'text' },
      { name: 'date', label: 'the day', kind: 'date' },
    ],
    words: ({ folder, tag }, names) => [
      plain('When '),
      choice('a file comes into the library'),
      ...(folder
        ? [
            plain(' in '),
            named(folder, { names, kind: 'folder', field: 'folder', missing: 'a folder' }),
          ]
        : []),
      ...(tag ? [plain(' with '), choice(`#${tag}`)] : []),
    ],
    next: 'when one is added',
  },
  post_idle: {
    label: 'A draft is not changed for days',
    icon: 'hourglass',
    subject: 'post',
    gives: ofPost,
    words: ({ days, at }) => [
      plain('When '),
      choice('a draft'),
      plain(' has not been changed for '),
      isCount(days) ? choice(`${counted(days, 'days')}`) : gap('some days', 'days'),
      plain(', checked daily at '),
      at ? choice(at) : gap('a time', 'at'),
    ],
    next: null,
  },
  best_post: {
    label: 'The best post of a week or month',
    icon: 'trophy',
    subject: 'publication',
    gives: [...ofPublication, { name: 'figure', label: 'the figure', kind: 'text' }],
    words: ({ metric, ...settings }) => [
      plain('Every '),
      ...timeWords(settings),
      plain(', for '),
      metric
        ? choice(`the post with the most ${metric} since the last time`)
        : gap('the best post', 'metric'),
    ],
    next: null,
  },
  day_note: {
    label: 'A day has a note',
    icon: 'sticky-note',
    subject: 'nothing',
    gives: [
      { name: 'note', label: 'the note', kind: 'text' },
      { name: 'date', label: 'the day', kind: 'date' },
      { name: 'weekday', label: 'the day of the week', kind: 'text' },
    ],
    words: ({ words, at }) => [
      plain('On '),
      choice('a day with a note'),
      ...(words?.length
        ? [plain(' that has '), choice(list(words.map((word) => `“${word}”`)))]
        : []),
      plain(' at '),
      at ? choice(at) : gap('a time', 'at'),
    ],
    next: null,
  },
};
