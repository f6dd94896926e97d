import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { draw } from './sampled.ts';

// Property tests try the same inputs each time, as all samples do.
fc.configureGlobal({ seed: createHash('sha256').update(draw).digest().readInt32BE() });
