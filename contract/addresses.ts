import { z } from 'zod';
import { User } from './auth.ts';
import { endpoint } from './endpoint.ts';

/** How long a link that proves an address is valid. */
export const ADDRESS_LINK_DAYS = 7;

const Token = z.object({
  token: z.string('Expected the token of a link.').min(1, 'Expected the token of a link.').max(200, 'Invalid link.'),
});

const Done = z.object({ detail: z.string() });

/** Ours: the address of an account is known to be its person's once the link was used that is mailed to it. */
export const confirmAddress = endpoint({
  method: 'POST',
  path: '/api/users/me/address/confirm/',
  access: 'person',
  summary: 'Confirm your address, or the one that it is to become, with the link that was mailed to it',
  body: Token,
  answer: User,
});

export const sendAddressLink = endpoint({
  method: 'POST',
  path: '/api/users/me/address/send/',
  access: 'person',
  summary: 'Mail the link again that confirms your address, or the one that it is to become',
  answer: Done,
});

export const keepAddress = endpoint({
  method: 'DELETE',
  path: '/api/users/me/address/pending/',
  access: 'person',
  summary: 'Keep your address after all: the one that it was to become is forgotten',
  answer: User,
});
