import { NOT_THE_FORM } from '../prompts/frame.ts';
import type { Judged } from './task.ts';

/** It is asked a second time, because the answer has another form. */
export const asksForm = (problem: string): Judged => ({
  again: 'form',
  over: 0,
  say: NOT_THE_FORM(problem),
});
