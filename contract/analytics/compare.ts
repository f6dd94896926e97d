import { isItemId } from '../paths.ts';
import { type DayRange, isDayRange } from './ranges.ts';

/** What two sides of a comparison differ in. */
export const COMPARED_BY = ['channel', 'folder', 'tag', 'range'] as const;
export type ComparedBy = (typeof COMPARED_BY)[number];

/** A range as a side: '2026-10-27_2026-11-25'. */
export const rangeText = ({ from, to }: DayRange): string => `${from}_${to}`;

/** The filters of a side, which is an id, a tag or a range; undefined where it is none. */
export function sideOf(by: ComparedBy, text: string) {
  if (by === 'range') {
    const [from = '', to = ''] = text.split('_');
    return isDayRange({ from, to }) ? { from, to } : undefined;
  }
  if (by === 'tag') return text ? { tag: [text] } : undefined;
  return isItemId(text) ? { [by]: [Number(text)] } : undefined;
}
