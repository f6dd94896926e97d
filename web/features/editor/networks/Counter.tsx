import { laterComponent } from '#web/lib/later.ts';
import type { CounterProps } from './LengthCounter.tsx';

/**
 * The length of a text against the limit of the network, once the editor can be used: the rules of
 * networks are as large as the rest of it.
 */
export const Counter = laterComponent<CounterProps>(
  () => import('./LengthCounter.tsx').then((module) => module.LengthCounter),
  { isExtra: true },
);
