import { z } from 'zod';
import { endpoint } from '../http/endpoint.ts';
import { nameText } from '../http/fields.ts';

const text = (name: string, least: number, most: number) =>
  z
    .string(`${name} must be at least ${least} characters`)
    .trim()
    .min(least, `${name} must be at least ${least} characters`)
    .max(most, `${name} must be less than ${most} characters`);

const line = (name: string, min: number, max: number) =>
  nameText(name, {
    min,
    max,
    missing: `${name} must be at least ${min} characters`,
    long: `${name} must be less than ${max} characters`,
  });

const INVALID_EMAIL = 'Please enter a valid email address';

/** docs/domain/pages.md, 'Public pages'. */
export const Contact = z.object({
  name: line('Name', 2, 50),
  email: z.string(INVALID_EMAIL).trim().max(254, INVALID_EMAIL).pipe(z.email(INVALID_EMAIL)),
  subject: line('Subject', 5, 100),
  message: text('Message', 10, 1000),
});

/** The response of this endpoint; its errors have the same keys (docs/api.md, 'Errors'). */
const ContactResponse = z.object({
  success: z.boolean(),
  message: z.string(),
  errors: z.record(z.string(), z.array(z.string())),
});

export const sendContact = endpoint({
  method: 'POST',
  path: '/api/contact/',
  access: 'public',
  summary: 'Send a message to the operator of this server',
  body: Contact,
  response: ContactResponse,
  status: 201,
  failure: ({ detail, fields }) => ({ success: false, message: detail, errors: fields }),
});
