import { z } from 'zod';
import { MAX_VALUE, MAX_VARIABLES } from '../content/templates.ts';
import { VARIABLE_NAME } from '../content/variables.ts';
import { STATUSES } from '../content/workflow.ts';
import { Id, nameText } from '../http/fields.ts';
import { ALL_NETWORKS } from '../networks/names.ts';
import { afterwardActions } from './rules-afterwards.ts';
import {
  atLeast,
  chosen,
  EVERY,
  MARKS,
  MAX_CHOSEN,
  oneOf,
  Time,
  tag,
  tags,
  text,
  whole,
  within,
  words,
} from './rules-fields.ts';
import { promptAction } from './rules-prompts.ts';

/** The settings of each trigger, condition and action of a rule. Their words are beside it. */

/** @public for the form of a rule */
export const MAX_RULE_NAME = 100;
/** @public for the form of a rule */
export const MAX_CONDITIONS = 20;
/** @public for the form of a rule */
export const MAX_ACTIONS = 20;
const days = {
  /** Of `week`: 1 is Monday. */
  weekday: whole(1, 7).nullable().default(null),
  /** Of `month`; in a shorter one its last day. */
  day: whole(1, 31).nullable().default(null),
  at: Time,
};
type Dated = { every: string; weekday: number | null; day: number | null };
const dated = <Schema extends z.ZodObject & z.ZodType<Dated>>(schema: Schema) =>
  schema
    .refine(({ every, weekday }) => every !== 'week' || weekday !== null, {
      error: 'Choose a day of the week.',
      path: ['weekday'],
    })
    .refine(({ every, day }) => every !== 'month' || day !== null, {
      error: 'Choose a day of the month.',
      path: ['day'],
    });

export const Trigger = z.discriminatedUnion(
  'kind',
  [
    z.object({ kind: z.literal('feed_entry'), feed: Id }),
    dated(z.object({ kind: z.literal('time'), every: oneOf(EVERY), ...days })),
    z.object({ kind: z.literal('post_moved'), status: oneOf(STATUSES) }),
    z.object({ kind: z.literal('post_made') }),
    z.object({ kind: z.literal('post_tagged'), tag }),
    z.object({ kind: z.literal('publication'), became: oneOf(['published', 'stopped']) }),
    z.object({
      kind: z.literal('figures'),
      metric: oneOf(MARKS),
      at_least: atLeast,
      within_hours: within,
    }),
    z.object({ kind: z.literal('queue_low'), set: Id, fewer_than: whole(1, 100) }),
    z.object({ kind: z.literal('incoming'), address: Id }),
    z.object({
      kind: z.literal('file_added'),
      /** Null: any. */
      folder: Id.nullable().default(null),
      tag: tag.nullable().default(null),
    }),
    /** Each day at an hour: the drafts that nobody has changed for so many days. */
    z.object({ kind: z.literal('post_idle'), days: whole(1, 365), at: Time }),
    /** At each of these times: the post of the time before that has the most. */
    dated(
      z.object({
        ...{ kind: z.literal('best_post'), every: oneOf(['week', 'month']), ...days },
        metric: oneOf(MARKS),
      }),
    ),
    z.object({
      kind: z.literal('day_note'),
      /** One of them; any note where it is empty. */
      words: words.default([]),
      at: Time,
    }),
  ],
  'Choose when it runs.',
);
export type Trigger = z.output<typeof Trigger>;
export type TriggerKind = Trigger['kind'];

const weekdays = z
  .array(whole(1, 7), 'Choose days.')
  .max(7)
  .refine((days) => new Set(days).size === days.length, 'Each day can be listed only once.');

export const Condition = z.discriminatedUnion(
  'kind',
  [
    z.object({ kind: z.literal('folder'), folders: chosen('Choose a folder.') }),
    z.object({
      kind: z.literal('tag'),
      has: oneOf(['any', 'none']),
      tags: tags.min(1, 'Enter a tag.'),
    }),
    z.object({ kind: z.literal('author'), people: chosen('Choose a person.') }),
    z.object({
      kind: z.literal('network'),
      networks: z
        .array(z.enum(ALL_NETWORKS, 'Choose a network.'), 'Choose a network.')
        .min(1, 'Choose a network.')
        .max(ALL_NETWORKS.length),
    }),
    z.object({ kind: z.literal('channel'), channels: chosen('Choose a channel.') }),
    z.object({
      kind: z.literal('words'),
      of: oneOf(['title', 'text']),
      has: oneOf(['any', 'none']),
      words: words.min(1, 'Enter a word.'),
    }),
    z.object({ kind: z.literal('picture'), has: z.boolean('Expected true or false.') }),
    z.object({ kind: z.literal('link'), has: z.boolean('Expected true or false.') }),
    z
      .object({
        kind: z.literal('hours'),
        /** Any day where it is empty. */
        weekdays: weekdays.default([]),
        /** Both, or none; `to` before `from` goes over midnight. */
        from: Time.nullable().default(null),
        to: Time.nullable().default(null),
      })
      .refine(({ from, to }) => (from === null) === (to === null), {
        error: 'Choose both hours.',
        path: ['to'],
      })
      .refine(({ weekdays, from }) => weekdays.length > 0 || from !== null, {
        error: 'Choose days or hours.',
        path: ['weekdays'],
      }),
    z.object({
      kind: z.literal('figures'),
      metric: oneOf(MARKS),
      at_least: atLeast,
      within_hours: within,
    }),
    z.object({ kind: z.literal('age'), days: whole(1, 3650) }),
  ],
  'Choose a condition.',
);
export type Condition = z.output<typeof Condition>;
export type ConditionKind = Condition['kind'];

/** A time after the run: a day and an hour in the zone of the workspace, or the next free slots. */
const When = z.union(
  [z.literal('queue'), z.object({ days: whole(0, 365), at: Time })],
  "Expected 'queue', or { days, at }.",
);
export type RuleWhen = z.output<typeof When>;

export const Action = z.discriminatedUnion(
  'kind',
  [
    z
      .object({
        kind: z.literal('draft'),
        /** 'trigger': the text of what has come, with its link and its picture. */
        from: oneOf(['template', 'trigger']),
        template: Id.nullable().default(null),
        /** By variable of the template, with tokens of the trigger: '{{title}}'. */
        values: z
          .record(
            z.string().regex(VARIABLE_NAME, 'Expected the name of a variable.'),
            z
              .string('Expected a string.')
              .max(MAX_VALUE, `A value has at most ${MAX_VALUE} characters.`),
            'Expected the values of the variables.',
          )
          .refine(
            (values) => Object.keys(values).length <= MAX_VARIABLES,
            `Expected at most ${MAX_VARIABLES} values.`,
          )
          .default({}),
        /** Null: the folder of the template. */
        folder: Id.nullable().default(null),
      })
      .refine(({ from, template }) => from !== 'template' || template !== null, {
        error: 'Choose a template.',
        path: ['template'],
      })
      .refine(({ from, folder }) => from !== 'trigger' || folder !== null, {
        error: 'Choose a folder.',
        path: ['folder'],
      }),
    z.object({ kind: z.literal('submit') }),
    /** Of an approved post; one that is not is proposed with it. */
    z.object({ kind: z.literal('schedule'), set: Id, when: When }),
    z
      .object({ kind: z.literal('tags'), add: tags.default([]), remove: tags.default([]) })
      .refine(({ add, remove }) => add.length + remove.length > 0, {
        error: 'Enter a tag.',
        path: ['add'],
      }),
    z.object({ kind: z.literal('move'), folder: Id }),
    /** To a member who can write. */
    z.object({ kind: z.literal('assign'), person: Id }),
    /** The next post of an evergreen folder, by its settings. */
    z.object({ kind: z.literal('evergreen'), folder: Id }),
    z.object({ kind: z.literal('comment'), text }),
    promptAction,
    ...afterwardActions,
    z
      .object({
        kind: z.literal('notify'),
        people: z.array(Id, 'Choose a person.').max(MAX_CHOSEN).default([]),
        /** Also the author of the post. */
        author: z.boolean('Expected true or false.').default(false),
        /** Whether programs are told as well, by the event `rule.told`. */
        webhooks: z.boolean('Expected true or false.').default(false),
        /** What programs are told. */
        text: text.nullable().default(null),
      })
      .refine(({ people, author, webhooks }) => people.length > 0 || author || webhooks, {
        error: 'Choose a person.',
        path: ['people'],
      })
      .refine(({ webhooks, text: said }) => !webhooks || said !== null, {
        error: 'Enter the text for programs.',
        path: ['text'],
      }),
  ],
  'Choose an action.',
);
export type Action = z.output<typeof Action>;
export type ActionKind = Action['kind'];

/** What becomes of the draft. 'schedule' publishes without asking. */
export const Becomes = z.discriminatedUnion(
  'kind',
  [
    z.object({ kind: z.literal('draft') }),
    z.object({ kind: z.literal('review') }),
    z.object({ kind: z.literal('schedule'), set: Id, when: When }),
  ],
  'Choose what becomes of the draft.',
);
export type Becomes = z.output<typeof Becomes>;

/** What a rule says, without its state. */
export const RuleText = z.object({
  name: nameText('A name', {
    max: MAX_RULE_NAME,
    missing: 'Enter a name.',
    long: `A name has at most ${MAX_RULE_NAME} characters.`,
  }),
  trigger: Trigger,
  /** All hold; 'or' lies within one. */
  conditions: z
    .array(Condition, 'Expected a list of conditions.')
    .max(MAX_CONDITIONS, `A rule has at most ${MAX_CONDITIONS} conditions.`)
    .default([]),
  /** In their order. */
  actions: z
    .array(Action, 'Expected a list of actions.')
    .min(1, 'Add an action.')
    .max(MAX_ACTIONS, `A rule has at most ${MAX_ACTIONS} actions.`),
  /** Of a draft that the rule makes. */
  becomes: Becomes.default({ kind: 'draft' }),
});
export type RuleText = z.output<typeof RuleText>;

/** An entry of a rule that is still being written: some of its settings are not chosen. */
export type Unfinished<Entry extends { kind: string }> = Entry extends { kind: infer Kind }
  ? { kind: Kind } & { [Name in keyof Omit<Entry, 'kind'>]?: Entry[Name] | null }
  : never;

type NamesOf<Entry> = Entry extends unknown ? Exclude<keyof Entry, 'kind'> : never;
type ValueOf<Entry, Name> = Entry extends unknown
  ? Name extends keyof Entry
    ? Entry[Name]
    : never
  : never;

/** Some settings of a block, whatever its kind. */
export type SettingsOf<Entry> = { [Name in NamesOf<Entry>]?: ValueOf<Entry, Name> | undefined };

/** A rule that is still being written. */
export type UnfinishedRule = {
  name: string;
  trigger: Unfinished<Trigger> | null;
  conditions: Unfinished<Condition>[];
  actions: Unfinished<Action>[];
  becomes: Unfinished<Becomes>;
};
