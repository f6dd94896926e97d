import { CircleAlert, Play } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '#contract/paths.ts';
import type { Pause } from '#contract/publishing/pause.ts';
import { useZone } from '#web/api/workspace.ts';
import { describeTime } from '#web/features/publishing/times/wall-times.ts';
import { plural } from '#web/lib/text.ts';
import { Button } from '#web/ui/Button.tsx';
import { RetryAlert } from '#web/ui/feedback/RetryAlert.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/Dialog.tsx';
import {
  type Choice,
  decisionsOf,
  firstChoice,
  type Group,
  groupsOf,
  type Later,
  newTime,
  sumOf,
} from './decisions.ts';
import { HeldAfterwards } from './HeldAfterwards.tsx';
import { HeldRow } from './HeldRow.tsx';
import { useHeld, useHeldAfterwards, useResume } from './pause-queries.ts';

const ALL = [
  ['now', 'Publish now'],
  ['move', 'New times'],
  ['leave', 'Leave'],
] as const;

/** What becomes of what was due while publishing was paused. */
export function ResumeDialog({ pause, onClose }: { pause: Pause; onClose: () => void }) {
  const held = useHeld();
  const later = useHeldAfterwards();
  const [laters, setLaters] = useState<Record<number, Later>>({});
  const laterOf = (id: number) => laters[id] ?? 'now';
  const zone = useZone();
  const resume = useResume();
  const [choices, setChoices] = useState<Record<string, Choice>>({});
  const groups = groupsOf(held.data ?? []);
  const choiceOf = (group: Group) => choices[group.key] ?? firstChoice(group);
  const set = (given: readonly Group[], choice: Choice) =>
    setChoices((known) => ({
      ...known,
      ...Object.fromEntries(given.map(({ key }) => [key, choice])),
    }));
  const isReady =
    held.isSuccess &&
    later.isSuccess &&
    groups.every((group) => {
      const choice = choiceOf(group);
      if (choice.do !== 'move') return true;
      return (
        newTime(group, choice) !== undefined && !(choice.at && describeTime(choice.at).isError)
      );
    });
  const submit = () =>
    resume.mutate(
      {
        pause,
        decisions: groups.flatMap((group) => decisionsOf(group, choiceOf(group))),
        afterwards: (later.data ?? []).map(({ id }) => ({ afterward: id, do: laterOf(id) })),
      },
      {
        onSuccess: onClose,
        onError: () => {
          void held.refetch();
          void later.refetch();
        },
      },
    );
  const listed = held.data?.length ?? 0;
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title="Resume publishing"
      description={
        held.data && later.data
          ? descriptionOf(listed, later.data.length)
          : 'What was due while all publishing was paused.'
      }
    >
      {[held, later].map(
        (query) =>
          query.isError && (
            <RetryAlert
              key={query.error.message}
              message={query.error.message}
              onRetry={() => void query.refetch()}
            />
          ),
      )}
      {held.isPending && <Skeleton className="h-24" />}
      {groups.length > 1 && (
        <div className="flex flex-wrap items-center gap-1 bg-page px-2 py-1">
          <span className="grow text-muted">All {groups.length}:</span>
          {ALL.map(([value, label]) => (
            <Button
              key={value}
              variant="ghost"
              size="small"
              onClick={() => set(groups, { do: value })}
            >
              {label}
            </Button>
          ))}
        </div>
      )}
      {groups.length > 0 && (
        <ul className="divide-y divide-line">
          {groups.map((group) => (
            <HeldRow
              key={group.key}
              group={group}
              choice={choiceOf(group)}
              zone={zone}
              onChange={(choice) => set([group], choice)}
              onLeave={onClose}
            />
          ))}
        </ul>
      )}
      <PastDays groups={groups} onLeave={onClose} />
      <HeldAfterwards
        held={later.data ?? []}
        choiceOf={laterOf}
        zone={zone}
        onChange={(ids, choice) =>
          setLaters((known) => ({
            ...known,
            ...Object.fromEntries(ids.map((id) => [id, choice])),
          }))
        }
      />
      {pause.held > listed && listed > 0 && (
        <p className="text-muted text-xs">
          These are the first {listed}. The other {pause.held - listed} go on waiting.
        </p>
      )}
      <div className="flex flex-wrap items-center justify-end gap-2">
        <p role="status" className="grow text-muted text-xs">
          {sumOf(groups, choiceOf, zone)}
        </p>
        <DialogActions>
          <Button onClick={onClose}>{pause.is_active ? 'Stay paused' : 'Not now'}</Button>
          <Button variant="primary" disabled={!isReady} busy={resume.isPending} onClick={submit}>
            <Play size={16} aria-hidden /> {pause.is_active ? 'Resume publishing' : 'Decide'}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
}

function descriptionOf(listed: number, later: number): string {
  if (!listed && !later) return 'Nothing was due meanwhile. What is due later goes out as planned.';
  const count = listed || later;
  const what = listed
    ? plural(listed, 'publication')
    : plural(later, 'thing to do after publishing', 'things to do after publishing');
  const verb = count === 1 ? 'was' : 'were';
  return `${what} ${verb} due while all publishing was paused. Nothing was lost; what is due later goes out as planned.`;
}

/** Texts that name a day which is over. */
function PastDays({ groups, onLeave }: { groups: readonly Group[]; onLeave: () => void }) {
  return groups.map(({ key, held, first }) => {
    const { item, excerpt } = first.publication;
    const day = held.find(({ names_day: named }) => named !== null)?.names_day;
    if (!day) return null;
    return (
      <p key={key} className="flex items-start gap-2 text-xs">
        <CircleAlert size={16} aria-hidden className="shrink-0 text-warning" />
        <span className="min-w-0">
          <bdi>“{excerpt.slice(0, 60)}”</bdi> says ‘{day}’: a day that is over.{' '}
          {item !== null && (
            <Link
              to={paths.editContent(item)}
              onClick={onLeave}
              className="font-medium text-accent underline"
            >
              Read it
            </Link>
          )}
        </span>
      </p>
    );
  });
}
