import { z } from 'zod';
import { endpoint } from '../http/endpoint.ts';
import {
  Id,
  IdParams,
  Instant,
  nameText,
  optionalText,
  repeated,
  UserRef,
} from '../http/fields.ts';
import { ALL_NETWORKS } from '../networks/names.ts';
import {
  contentText,
  Item,
  ItemText,
  lengthOf,
  MAX_BODY_BYTES,
  MAX_CONTENT_LENGTH,
  partCreateShape,
  patternDetailsShape,
  VersionField,
} from './items.ts';
import { isFixed, VARIABLE_NAME } from './variables.ts';

/**
 * Patterns of posts, with variables that each use fills in (docs/domain/content.md, 'Templates').
 */

export const MAX_TEMPLATES = 500;
export const MAX_TEMPLATE_NAME = 100;
export const MAX_TEMPLATE_PARTS = 50;
export const MAX_VARIABLES = 30;
const MAX_CHOICES = 30;
export const MAX_VALUE = 10_000;
/** Of the text that a list shows. */
export const EXCERPT = 300;

const VARIABLE_KINDS = ['text', 'long', 'date', 'link', 'choice'] as const;
export type VariableKind = (typeof VARIABLE_KINDS)[number];

const EXPECTED_NAME =
  'A variable is named by small letters, digits and _, and begins with a letter.';

export const Variable = z
  .object({
    name: z
      .string(EXPECTED_NAME)
      .regex(VARIABLE_NAME, EXPECTED_NAME)
      .refine((name) => !isFixed(name), 'This name is that of a variable that is always there.'),
    label: nameText('A label', {
      max: 80,
      missing: 'Enter a label',
      long: 'A label has at most 80 characters',
    }),
    kind: z.enum(VARIABLE_KINDS, `Expected one of ${VARIABLE_KINDS.join(', ')}.`),
    choices: z
      .array(
        nameText('A choice', {
          max: 100,
          missing: 'Enter a choice',
          long: 'A choice has at most 100 characters',
        }),
        'Expected a list of choices.',
      )
      .max(MAX_CHOICES, `A variable has at most ${MAX_CHOICES} choices`)
      .default([]),
    default: optionalText('A default', MAX_VALUE).transform((text) => text ?? null),
    is_required: z.boolean('Expected true or false.').default(true),
  })
  .refine(({ kind, choices }) => kind !== 'choice' || choices.length > 0, {
    error: 'Enter a choice',
    path: ['choices'],
  });
export type Variable = z.output<typeof Variable>;

const MAX_TEMPLATE_CHANNELS = 50;
/** Longer than any text among the options of networks. */
const MAX_OPTION = 10_000;

const optionsOf = (value: z.ZodString) =>
  z.partialRecord(z.enum(ALL_NETWORKS), z.record(z.string().max(60), value));

/** Where posts of a template are proposed for: a set of channels, or these. */
const placesOut = {
  channel_set: z.int().nullable(),
  channels: z.array(z.int()),
  /** What is chosen in the publish dialog, by network. */
  options: optionsOf(z.string()),
};
export type TemplatePlaces = z.output<z.ZodObject<typeof placesOut>>;

const Values = z.record(z.string(), z.string());
export type Values = z.output<typeof Values>;

/** What lists show of a template. */
const TemplateSummary = z.object({
  id: z.int(),
  name: z.string(),
  parts: z.int(),
  /** The beginning of its text. */
  excerpt: z.string(),
  /** Those it has texts for. */
  networks: z.array(z.enum(ALL_NETWORKS)),
  variables: z.array(z.string()),
  tags: z.array(z.string()),
  folder: z.int().nullable(),
  uses: z.int(),
  last_used_at: Instant.nullable(),
  updated_at: Instant,
});
export type TemplateSummary = z.output<typeof TemplateSummary>;

const VariableOut = z.object({
  name: z.string(),
  label: z.string(),
  kind: z.enum(VARIABLE_KINDS),
  choices: z.array(z.string()),
  default: z.string().nullable(),
  is_required: z.boolean(),
});

export const Template = z.object({
  id: z.int(),
  name: z.string(),
  is_thread: z.boolean(),
  items: z.array(ItemText.pick({ content: true, network_texts: true, media: true })),
  tags: ItemText.shape.tags,
  language: ItemText.shape.language,
  folder: z.int().nullable(),
  variables: z.array(VariableOut),
  ...placesOut,
  version: z.int(),
  uses: z.int(),
  last_used_at: Instant.nullable(),
  author: UserRef,
  updated_at: Instant,
  /** What the caller filled in at the last use. */
  last_values: Values,
});
export type Template = z.output<typeof Template>;

const name = nameText('A name', {
  max: MAX_TEMPLATE_NAME,
  missing: 'Enter a name',
  long: `A name has at most ${MAX_TEMPLATE_NAME} characters`,
});

const fields = {
  name,
  /** With a set, its channels are those of the set. */
  channel_set: Id.nullable().default(null),
  channels: z
    .array(Id, 'Expected the ids of channels.')
    .max(MAX_TEMPLATE_CHANNELS, `Expected at most ${MAX_TEMPLATE_CHANNELS} channels.`)
    .transform((ids) => [...new Set(ids)])
    .default([]),
  options: optionsOf(
    z.string('Expected a text.').max(MAX_OPTION, `An option has at most ${MAX_OPTION} characters`),
  ).default({}),
  folder: Id.nullable().default(null),
  is_thread: z.boolean('Expected true or false.').default(false),
  ...patternDetailsShape,
  items: z
    .array(
      z.object({ content: contentText('All parts must have a text'), ...partCreateShape }),
      'Expected the list of the template’s parts.',
    )
    .min(1, 'A template must have a part')
    .max(MAX_TEMPLATE_PARTS, `A template has at most ${MAX_TEMPLATE_PARTS} parts`)
    .refine(
      (items) => items.reduce((sum, item) => sum + lengthOf(item), 0) <= MAX_CONTENT_LENGTH,
      `The texts of a template must be at most ${MAX_CONTENT_LENGTH} characters in total`,
    ),
  variables: z
    .array(Variable, 'Expected a list of variables.')
    .max(MAX_VARIABLES, `A template has at most ${MAX_VARIABLES} variables`)
    .refine(
      (all) => new Set(all.map((variable) => variable.name)).size === all.length,
      'Each variable can be declared only once.',
    )
    .default([]),
};
export const TemplateFields = z.object(fields);
export type TemplateFields = z.output<typeof TemplateFields>;
export type TemplateInput = z.input<typeof TemplateFields>;

export const TEMPLATE_SORTS = ['used', 'recent', 'name'] as const;
export type TemplateSort = (typeof TEMPLATE_SORTS)[number];

export const listTemplates = endpoint({
  method: 'GET',
  path: '/api/templates/',
  access: 'read',
  summary: `The templates of the workspace, ${MAX_TEMPLATES} at most: the most used first, the last used, or by name`,
  query: z.object({
    search: z.string().max(200, 'Expected at most 200 characters.').optional(),
    tags: repeated(z.string().max(50, 'A tag has at most 50 characters')).optional(),
    sort: z.enum(TEMPLATE_SORTS, `Expected one of ${TEMPLATE_SORTS.join(', ')}.`).default('used'),
  }),
  response: z.array(TemplateSummary),
});

export const getTemplate = endpoint({
  method: 'GET',
  path: '/api/templates/:id/',
  access: 'read',
  summary: 'One template',
  params: IdParams,
  response: Template,
});

export const createTemplate = endpoint({
  method: 'POST',
  path: '/api/templates/',
  access: 'write',
  summary: 'Create a template',
  body: TemplateFields,
  bodyLimit: MAX_BODY_BYTES,
  response: Template,
  status: 201,
});

export const saveAsTemplate = endpoint({
  method: 'POST',
  path: '/api/content/items/:id/save-as-template/',
  access: 'write',
  summary: 'Create a template from the post of an item, which stays as it is',
  params: IdParams,
  body: z.object({ name: name.optional() }),
  response: Template,
  status: 201,
});

export const updateTemplate = endpoint({
  method: 'PUT',
  path: '/api/templates/:id/',
  access: 'write',
  summary: 'Save a template; with `version`, a stale save gets 409',
  params: IdParams,
  body: TemplateFields.extend({ version: VersionField.optional() }),
  bodyLimit: MAX_BODY_BYTES,
  response: Template,
});

export const duplicateTemplate = endpoint({
  method: 'POST',
  path: '/api/templates/:id/duplicate/',
  access: 'write',
  summary: 'Copy a template',
  params: IdParams,
  response: Template,
  status: 201,
});

export const deleteTemplate = endpoint({
  method: 'DELETE',
  path: '/api/templates/:id/',
  access: 'write',
  summary: 'Delete a template; what was made with it stays',
  params: IdParams,
});

export const useTemplate = endpoint({
  method: 'POST',
  path: '/api/templates/:id/use/',
  access: 'write',
  summary: 'Make a draft in which the declared variables have these values',
  params: IdParams,
  body: z.object({
    values: z
      .record(
        z.string().max(40, 'Expected the name of a variable.'),
        z
          .string('Expected a string.')
          .max(MAX_VALUE, `A value has at most ${MAX_VALUE} characters`),
        'Expected the values of the variables.',
      )
      .refine(
        (values) => Object.keys(values).length <= MAX_VARIABLES,
        `Expected at most ${MAX_VARIABLES} values.`,
      )
      .default({}),
    /** Without one, that of the template. */
    folder: Id.optional(),
  }),
  response: z.array(Item),
  status: 201,
  keepsOwnKeys: true,
});
