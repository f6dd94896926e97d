/** The id of a part that a person has seen without saying which post it is. */
export const UNKNOWN_ID = 'confirmed';

/** The code of what cannot be done at a network because of that. */
export const NO_ID = 'unknown_id';
