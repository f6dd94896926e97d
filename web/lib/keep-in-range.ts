import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual';

/** The rows in view, and the one at `place`, whose focus would else be lost while scrolling. */
export const withPlace = (place: number) => (range: Range) => {
  const inView = defaultRangeExtractor(range);
  return place < range.count && !inView.includes(place)
    ? [...inView, place].sort((a, b) => a - b)
    : inView;
};
