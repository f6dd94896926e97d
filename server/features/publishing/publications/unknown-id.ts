import { GONE } from '../../networks/networks.service.ts';

/** The id of a part that a person has seen without saying which post it is. */
export const UNKNOWN_ID = 'confirmed';

/** The code of what cannot be done at a network because of that. */
export const NO_ID = 'unknown_id';

/** Why another try changes nothing, by the code of the last one. */
export const ENDS = {
  [GONE]: 'The post is no longer at the network',
  [NO_ID]: 'The id of the post at the network isn’t known: do it there',
} as const;
