import { z } from 'zod';
import { endpoint } from '../http/endpoint.ts';
import { Id, IdParams, nameText } from '../http/fields.ts';
import { MAX_CHANNELS } from './publications.ts';

/** Named groups of channels that are chosen together (docs/domain/publishing.md, 'Channels'). */

/** The maximum number of sets of a workspace. */
export const MAX_SETS = 50;
export const MAX_SET_NAME = 60;

const ChannelSet = z.object({
  id: z.int(),
  name: z.string(),
  /** Those that are not disconnected. */
  channels: z.array(z.int()),
  /** Where the publish dialog offers it first. */
  folder: z.int().nullable(),
});
export type ChannelSet = z.output<typeof ChannelSet>;

const SetFields = z.object({
  name: nameText('A name', {
    max: MAX_SET_NAME,
    missing: 'Enter a name',
    long: `A name has at most ${MAX_SET_NAME} characters`,
  }),
  /** As many as one request publishes on. */
  channels: z
    .array(Id, 'Expected the ids of channels.')
    .min(1, 'Choose a channel')
    .max(MAX_CHANNELS, `Expected at most ${MAX_CHANNELS} channels.`)
    .refine(
      (channels) => new Set(channels).size === channels.length,
      'Each channel can be listed only once.',
    ),
  folder: Id.nullable().default(null),
});

export const listChannelSets = endpoint({
  method: 'GET',
  path: '/api/channel-sets/',
  access: 'read',
  summary: 'The channel sets of the workspace, by name',
  response: z.array(ChannelSet),
});

export const createChannelSet = endpoint({
  method: 'POST',
  path: '/api/channel-sets/',
  access: 'manage',
  summary: 'Create a set of channels',
  body: SetFields,
  response: ChannelSet,
  status: 201,
});

export const updateChannelSet = endpoint({
  method: 'PUT',
  path: '/api/channel-sets/:id/',
  access: 'manage',
  summary: 'Change the name and the channels of a set; what is scheduled keeps its channels',
  params: IdParams,
  body: SetFields,
  response: ChannelSet,
});

export const deleteChannelSet = endpoint({
  method: 'DELETE',
  path: '/api/channel-sets/:id/',
  access: 'manage',
  summary: 'Delete a set; its channels stay',
  params: IdParams,
});
