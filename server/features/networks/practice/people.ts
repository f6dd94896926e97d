import type { Adapter } from '../adapter.ts';

/** Who can be mentioned there. */
const PEOPLE = [
  { handle: 'ada', name: 'Ada Lovelace' },
  { handle: 'adam', name: 'Adam Riese' },
  { handle: 'grace', name: 'Grace Hopper' },
  { handle: 'katherine', name: 'Katherine Johnson' },
];

export const findPracticePeople: Required<Adapter>['people'] = async (text) =>
  PEOPLE.filter(({ handle, name }) =>
    [handle, name].some((entry) => entry.toLowerCase().startsWith(text.toLowerCase())),
  );
