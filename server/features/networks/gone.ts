import { GONE } from './adapter.ts';
import { NetworkError } from './failures.ts';

/** What is said of a post that was to be shown once more, and is not there. */
export const goneError = () => new NetworkError('rejected', GONE, 'The post is no longer there');
