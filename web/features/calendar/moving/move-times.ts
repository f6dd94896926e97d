import { resolveLocal } from '#contract/times.ts';
import type { WallTime } from '#web/features/publishing/times/wall-times.ts';
import { zonedTime } from '#web/lib/time/time.ts';

export const instantOf = ({ date, time, zone }: WallTime) =>
  resolveLocal(`${date}T${time}`, zone).instant;

export const textOf = (at: WallTime) => zonedTime(instantOf(at), at.zone);
