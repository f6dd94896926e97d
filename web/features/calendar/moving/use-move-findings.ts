import { useCalendarActions } from '#web/features/calendar/entries/actions.ts';
import type { Entry } from '#web/features/calendar/entries/entries.ts';
import { usePublishingCheck } from '#web/features/publishing/publications/publishing-queries.ts';
import {
  describeTime,
  localTime,
  type WallTime,
} from '#web/features/publishing/times/wall-times.ts';
import { useDebounced } from '#web/lib/use-debounced.ts';
import { instantOf } from './move-times.ts';

const CHECK_MS = 250;

/** What the server finds wrong with another time of an entry on these channels. */
export function useMoveFindings(entry: Entry, time: WallTime, moved: readonly number[]) {
  const { channels } = useCalendarActions();
  const local = localTime(time);
  const isValid = local !== undefined && !describeTime(time).isError;
  const settled = useDebounced(
    JSON.stringify({
      channels: moved,
      at: isValid ? { local, zone: time.zone } : null,
      moving: true,
    }),
    CHECK_MS,
  );
  const body = JSON.parse(settled);
  const isAsked = body.at && body.channels.length > 0 && entry.item !== null;
  const check = usePublishingCheck(isAsked ? (entry.item ?? undefined) : undefined, body);
  const isChanged = local !== undefined && Date.parse(instantOf(time)) !== entry.due;
  return (isChanged && check.data ? check.data : []).flatMap(({ channel, findings }) =>
    findings.map((finding) => ({ ...finding, handle: channels.get(channel)?.handle ?? '' })),
  );
}
