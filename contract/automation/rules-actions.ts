import { promptWords } from './rules-prompts.ts';
import type { Action, ActionKind, Becomes, RuleWhen, Unfinished } from './rules-settings.ts';
import {
  allNamed,
  choice,
  counted,
  gap,
  list,
  type Names,
  named,
  plain,
  type Segment,
  tagged,
  type Words,
} from './rules-words.ts';

/** Actions of rules as data: what is done. */

/** 'a day later at 09:00'. */
export function whenWords(when: RuleWhen | null | undefined): string {
  if (!when || when === 'queue') return 'in the next free slots';
  const { days, at } = when;
  if (days === 0) return `the same day at ${at}`;
  return days === 1 ? `a day later at ${at}` : `${days} days later at ${at}`;
}

/** While it is written, a day or an hour may be missing. */
const isTime = (when: RuleWhen | null | undefined): boolean =>
  !when || when === 'queue' || (Number.isInteger(when.days) && when.days >= 0 && when.at !== '');

/** ' 24 hours after it was published, without asking'. */
const afterWords = (
  time: string | undefined,
  unasked: boolean | null | undefined,
  field: string,
): Segment[] => [
  plain(' '),
  time ? choice(`${time} after it was published`) : gap('some time later', field),
  ...(unasked ? [{ text: ', without asking', tone: 'danger' as const }] : []),
];

const excerptOf = (text: string, max = 60) =>
  `“${text.length > max ? `${text.slice(0, max - 1).toWellFormed()}…` : text}”`;

/** Of the values of a template. */
const SHOWN_VALUES = 3;
const VALUE_EXCERPT = 30;

/** ' with title “Cake day” and link “{{link}}”'. */
function valueWords(values: Readonly<Record<string, string>> | null | undefined): Segment[] {
  const given = Object.entries(values ?? {});
  if (!given.length) return [];
  const shown = given
    .slice(0, given.length > SHOWN_VALUES ? SHOWN_VALUES - 1 : SHOWN_VALUES)
    .map(([name, value]) => `${name} ${excerptOf(value, VALUE_EXCERPT)}`);
  const rest = given.length - shown.length;
  const words = rest ? [...shown, `${rest} more values`] : shown;
  return [plain(' with '), choice(list(words, 'conjunction'))];
}

/** What is asked for while its detail is missing. */
const UNFINISHED: Readonly<Record<string, string>> = {
  shorten: 'shorten it to fit a network',
  tone: 'change its tone',
  translate: 'translate it',
};

type ActionEntry<Kind extends ActionKind> = {
  label: string;
  /** 'publication': only triggers that are about one have it. 'post': it is done to the draft that was made before, else to the post of the trigger. */
  needs: 'nothing' | 'post' | 'publication';
  words: Words<Unfinished<Extract<Action, { kind: Kind }>>>;
};

export const ACTIONS: { readonly [Kind in ActionKind]: ActionEntry<Kind> } = {
  draft: {
    label: 'Make a draft',
    needs: 'nothing',
    words: ({ from, template, folder, values }, names) =>
      from === 'trigger'
        ? [
            choice('make a draft from its text'),
            plain(' in '),
            named(folder, { names, kind: 'folder', field: 'folder', missing: 'a folder' }),
          ]
        : [
            choice('make a draft'),
            plain(' from '),
            named(template, { names, kind: 'template', field: 'template', missing: 'a template' }),
            ...valueWords(values),
            ...(folder
              ? [
                  plain(' in '),
                  named(folder, { names, kind: 'folder', field: 'folder', missing: 'a folder' }),
                ]
              : []),
          ],
  },
  submit: {
    label: 'Submit for review',
    needs: 'post',
    words: () => [choice('submit it for review')],
  },
  schedule: {
    label: 'Schedule it',
    needs: 'post',
    words: ({ set, when }, names) => [
      ...(when === 'queue' || !when
        ? [choice('add it to the queue'), plain(' of ')]
        : [choice('schedule it'), plain(' on ')]),
      named(set, { names, kind: 'set', field: 'set', missing: 'a channel set' }),
      ...(!isTime(when)
        ? [plain(' at '), gap('a time', 'when')]
        : when && when !== 'queue'
          ? [choice(` ${whenWords(when)}`)]
          : []),
    ],
  },
  tags: {
    label: 'Change tags',
    needs: 'post',
    words: ({ add, remove }) =>
      add?.length || remove?.length
        ? [
            choice(
              [
                ...(add?.length ? [`tag it ${list(tagged(add), 'conjunction')}`] : []),
                ...(remove?.length ? [`take off ${list(tagged(remove), 'conjunction')}`] : []),
              ].join(' and '),
            ),
          ]
        : [choice('tag it'), plain(' '), gap('with a tag', 'add')],
  },
  move: {
    label: 'Move it',
    needs: 'post',
    words: ({ folder }, names) => [
      choice('move it'),
      plain(' to '),
      named(folder, { names, kind: 'folder', field: 'folder', missing: 'a folder' }),
    ],
  },
  assign: {
    label: 'Assign it',
    needs: 'post',
    words: ({ person }, names) => [
      choice('assign it'),
      plain(' to '),
      named(person, { names, kind: 'person', field: 'person', missing: 'a person' }),
    ],
  },
  evergreen: {
    label: 'Take the next of an evergreen folder',
    needs: 'nothing',
    words: ({ folder }, names) => [
      choice('take the next post'),
      plain(' of '),
      named(folder, { names, kind: 'folder', field: 'folder', missing: 'an evergreen folder' }),
    ],
  },
  comment: {
    label: 'Comment',
    needs: 'post',
    words: ({ text }) => [
      choice('comment'),
      plain(' '),
      text ? choice(excerptOf(text)) : gap('with a text', 'text'),
    ],
  },
  prompt: {
    label: 'Ask the assistant',
    needs: 'post',
    words: ({ ask, own_action: own, ...given }, names) => {
      const by = {
        names,
        kind: 'own_action',
        field: 'own_action',
        missing: 'an own action',
      } as const;
      const words = ask ? promptWords(ask, given) : null;
      return [
        names('assistant', 0) === undefined
          ? gap('ask the assistant, which is off,', 'ask')
          : choice('ask the assistant'),
        plain(' to '),
        ...(ask === 'own'
          ? [plain('do '), named(own, by)]
          : [words ? choice(words) : gap(UNFINISHED[ask ?? ''] ?? 'change its text', 'ask')]),
        plain(' as a proposal'),
      ];
    },
  },
  repost: {
    label: 'Repost it',
    needs: 'publication',
    words: ({ channel, hours, unasked }, names) => [
      choice('repost it'),
      plain(' on '),
      channel
        ? named(channel, { names, kind: 'channel', field: 'channel', missing: 'an account' })
        : choice('the same account'),
      ...afterWords(counted(hours, 'hours'), unasked, 'hours'),
    ],
  },
  reply: {
    label: 'Reply below it',
    needs: 'publication',
    words: ({ snippet, hours, unasked }, names) => [
      choice('reply below it'),
      plain(' with '),
      named(snippet, { names, kind: 'snippet', field: 'snippet', missing: 'a snippet' }),
      ...afterWords(counted(hours, 'hours'), unasked, 'hours'),
    ],
  },
  remove: {
    label: 'Delete it at the network',
    needs: 'publication',
    words: ({ days, consent, unasked }) => [
      choice('delete it at the network'),
      ...afterWords(counted(days, 'days'), unasked, 'days'),
      ...(consent ? [] : [plain(', '), gap('which has to be confirmed', 'consent')]),
    ],
  },
  notify: {
    label: 'Notify people or programs',
    needs: 'nothing',
    words: ({ people, author, webhooks, text }, names) => {
      const by = { names, kind: 'person', field: 'people', missing: 'people' } as const;
      const told = [
        ...(people?.length || !(author || webhooks) ? [allNamed(people, by, 'conjunction')] : []),
        ...(author ? [choice('its author')] : []),
        ...(webhooks ? [choice('programs')] : []),
      ];
      return [
        choice('notify'),
        ...told.flatMap((who, at) => [
          plain(at === 0 ? ' ' : at === told.length - 1 ? ' and ' : ', '),
          who,
        ]),
        ...(webhooks
          ? [plain(' with '), text ? choice(excerptOf(text)) : gap('a text', 'text')]
          : []),
      ];
    },
  },
};

/** What becomes of the draft, as the end of the sentence; nothing where it waits. */
export function becomesWords(becomes: Unfinished<Becomes>, names: Names): Segment[] {
  if (becomes.kind === 'draft') return [];
  if (becomes.kind === 'review') return [choice('submit it for review')];
  const set = named(becomes.set, { names, kind: 'set', field: 'set', missing: 'a channel set' });
  if (set.tone === 'gap' || !isTime(becomes.when))
    return [
      { text: 'schedule it on ', tone: 'danger' },
      set,
      ...(isTime(becomes.when) ? [] : [plain(' at '), gap('a time', 'when')]),
      { text: ', without asking', tone: 'danger' },
    ];
  const text = `schedule it on ${set.text} ${whenWords(becomes.when)}, without asking`;
  return [{ text, tone: 'danger' }];
}
