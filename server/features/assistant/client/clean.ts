/** Control characters, and those that turn around all text behind them: what is read is what is taken. */
const UNSEEN = /[^\P{Cc}\t\n]|[\u202d\u202e]/gu;

/** What a model writes, without what nobody sees of it. */
export const clean = (text: string) => text.replaceAll(UNSEEN, '');
