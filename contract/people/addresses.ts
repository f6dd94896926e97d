import { z } from 'zod';
import { User } from '../core/auth.ts';
import { endpoint } from '../http/endpoint.ts';

/** How long a verification link is valid. */
export const ADDRESS_LINK_DAYS = 7;

const Token = z.object({
  token: z
    .string('Expected the token of a link.')
    .min(1, 'Expected the token of a link.')
    .max(200, 'Invalid link.'),
});

const Done = z.object({ detail: z.string() });

/**
 * An address counts as verified once the link that was mailed to it has been used
 * (docs/domain/people.md, 'Addresses').
 */
export const confirmAddress = endpoint({
  method: 'POST',
  path: '/api/users/me/address/confirm/',
  access: 'user',
  summary: 'Verify your email address, or the pending one, with the emailed link',
  body: Token,
  response: User,
});

export const sendAddressLink = endpoint({
  method: 'POST',
  path: '/api/users/me/address/send/',
  access: 'user',
  summary: 'Resend the verification link for your email address, or for the pending one',
  response: Done,
});

export const keepAddress = endpoint({
  method: 'DELETE',
  path: '/api/users/me/address/pending/',
  access: 'user',
  summary: 'Cancel a pending change of your email address',
  response: User,
});
