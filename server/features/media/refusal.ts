import { invalid } from '../../errors.ts';

/** The refusal of a file, as a sentence. */
export const refused = (sentence: string) => invalid({ file: [sentence] });
