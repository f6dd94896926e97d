import { z } from 'zod';
import { endpoint } from '../http/endpoint.ts';
import { hasControl, Id, Instant } from '../http/fields.ts';
import { UTM_FIELDS, wrongInTemplate } from './utm.ts';

/**
 * What becomes of the links of posts when they are published (docs/domain/analytics.md, 'Links').
 */

const MAX_HOSTS = 100;
const MAX_TEMPLATE = 200;
const MAX_LEFT_OUT = 1000;

const HOST = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/;

/** A host that a person names, also as an address. */
const Host = z
  .string('Expected a host.')
  .trim()
  .toLowerCase()
  .max(253, 'A host has at most 253 characters')
  .transform((text) => text.replace(/^https?:\/\//, '').split('/', 1)[0] ?? '')
  .refine((text) => HOST.test(text), 'Enter a host, such as example.org');

const Template = z
  .string('Expected a text.')
  .trim()
  .max(MAX_TEMPLATE, `At most ${MAX_TEMPLATE} characters`)
  .refine((text) => !hasControl(text), 'Control characters aren’t allowed')
  .superRefine((text, context) => {
    const wrong = wrongInTemplate(text);
    if (wrong) context.addIssue(wrong);
  });
const Utm = z.record(z.enum(UTM_FIELDS), Template);

const LinkSettings = z.object({
  counts: z.boolean(),
  hosts: z.array(z.string()).nullable(),
  left_out: z.array(z.int()),
  adds_utm: z.boolean(),
  utm: z.record(z.enum(UTM_FIELDS), z.string()),
  site_hosts: z.array(z.string()),
  /** When the secret of the site was made; null without one. */
  site_secret_at: Instant.nullable(),
  /** The address of the script for the site. */
  site_script: z.string(),
  /** Where short links are, without their codes. */
  base: z.string(),
});
export type LinkSettings = z.output<typeof LinkSettings>;

export const getLinkSettings = endpoint({
  method: 'GET',
  path: '/api/workspace/links/',
  access: 'read',
  summary: 'What becomes of the links of posts when they are published',
  response: LinkSettings,
});

export const updateLinkSettings = endpoint({
  method: 'PUT',
  path: '/api/workspace/links/',
  access: 'manage',
  summary: 'Change that, from the next publication on; texts that people wrote stay as they are',
  body: z.object({
    /** Whether the visits of links are counted. */
    counts: z.boolean('Expected true or false.').optional(),
    /** Only of links to these hosts, and to those below; null: of all. */
    hosts: z.array(Host, 'Expected hosts.').max(MAX_HOSTS, `At most ${MAX_HOSTS} hosts`).nullish(),
    /** Channels whose links stay as they are. */
    left_out: z
      .array(Id)
      .max(MAX_LEFT_OUT, `Expected at most ${MAX_LEFT_OUT} channels.`)
      .optional(),
    adds_utm: z.boolean('Expected true or false.').optional(),
    /** The templates of utm_source and the others; an empty one is left out. */
    utm: Utm.optional(),
    /** The hosts of one's own site, with those below them, where visits are measured; none: nowhere. */
    site_hosts: z
      .array(Host, 'Expected hosts.')
      .max(MAX_HOSTS, `At most ${MAX_HOSTS} hosts`)
      .optional(),
  }),
  response: LinkSettings,
});
