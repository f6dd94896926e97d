/** The id of a part that a person has seen without saying which post it is. */
export const UNKNOWN_ID = 'confirmed';
