/**
 * The log of what has happened, in the order in which it was committed (decision 95). Triggers write it;
 * readers go by `seq`, which is given once it is committed: nothing is skipped, however late a transaction
 * commits that began early.
 */
export { readNew } from './read.ts';
export { listLagging, SEALED } from './readers.sql.ts';
