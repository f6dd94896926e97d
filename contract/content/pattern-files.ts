import { z } from 'zod';
import { endpoint } from '../http/endpoint.ts';
import { IdText, repeated } from '../http/fields.ts';
import { MAX_SNIPPETS, SnippetBody } from './snippets.ts';
import { MAX_TEMPLATES, TemplateFields } from './templates.ts';

/** Templates and snippets as a file (docs/domain/content.md, 'Templates'). */

const FORMAT = 'postfolio-patterns';
const VERSION = 1;
export const MAX_PATTERN_BYTES = 1024 * 1024;
/** As JSON, with every character escaped. */
const MAX_BODY_BYTES = 8 * MAX_PATTERN_BYTES;

/** What a file has: no folders, files, channels or uses, which are those of a workspace. */
export const PatternFile = z.object(
  {
    format: z.literal(FORMAT, `Expected ‘${FORMAT}’: this is no file of templates and snippets.`),
    version: z.literal(VERSION, `Expected ${VERSION}: a newer Postfolio has written this file.`),
    templates: z
      .array(
        TemplateFields.omit({ folder: true, channel_set: true, channels: true, options: true }),
        'Expected a list of templates.',
      )
      .max(MAX_TEMPLATES, `Expected at most ${MAX_TEMPLATES} templates.`)
      .default([]),
    snippets: z
      .array(SnippetBody, 'Expected a list of snippets.')
      .max(MAX_SNIPPETS, `Expected at most ${MAX_SNIPPETS} snippets.`)
      .default([]),
  },
  'Expected an object.',
);
export type PatternFile = z.output<typeof PatternFile>;
export const NEW_FILE = { format: FORMAT, version: VERSION } as const;

export const exportPatterns = endpoint({
  method: 'GET',
  path: '/api/templates/export/',
  access: 'read',
  summary:
    'Templates and snippets as a JSON file of 1 MB at most: all of them, or, with `templates`, these templates alone',
  query: z.object({ templates: repeated(IdText).optional() }),
  response: { kind: 'file', types: ['application/json'] },
});

export const importPatterns = endpoint({
  method: 'POST',
  path: '/api/templates/import/',
  access: 'write',
  summary:
    'Import the text of such a file: all of it or nothing. Names that are taken get a number; errors name the line, or the field',
  body: z.object({
    file: z
      .string('Expected the text of a JSON file.')
      .min(1, 'The file is empty.')
      .max(MAX_PATTERN_BYTES, 'A file has at most 1 MB.'),
  }),
  bodyLimit: MAX_BODY_BYTES,
  response: z.object({ templates: z.int(), snippets: z.int() }),
  status: 201,
});
