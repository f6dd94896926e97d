import { invalid } from '../../errors.ts';

/** The refusal of a file, as a sentence. */
export const refused = (sentence: string) => invalid({ file: [sentence] });

export const damagedVideo = () => refused('This video is damaged: it can’t be read.');
export const complexVideo = () => refused('This video is too complex to be read.');
