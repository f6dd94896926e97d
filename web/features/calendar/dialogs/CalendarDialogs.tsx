import { lazy, Suspense } from 'react';
import {
  moveEntry,
  planDraft,
  useCancelEntry,
} from '#web/features/calendar/entries/calendar-queries.ts';
import type { Entry } from '#web/features/calendar/entries/entries.ts';
import type { Open, Opened } from '#web/features/calendar/entries/opened.ts';
import type { Shown } from '#web/features/calendar/entries/use-shown.ts';
import { MoveDialog } from '#web/features/calendar/moving/MoveDialog.tsx';
import { PublishDialog } from '#web/features/publishing/schedule/lazy-dialogs.tsx';
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx';
import { DayPopover, EntryPopover } from './EntryPopover.tsx';
import { FeedDialog } from './FeedDialog.tsx';
import { NoteDialog } from './NoteDialog.tsx';
import { PlanDialog } from './PlanDialog.tsx';

/** Its tables of encodings are loaded when it is opened. */
const ImportDialog = lazy(() =>
  import('#web/features/calendar/table-import/ImportDialog.tsx').then(({ ImportDialog }) => ({
    default: ImportDialog,
  })),
);

type Props = { shown: Shown; opened: Opened | null; onOpen: Open };

/** The dialogs and popovers of the calendar. */
export function CalendarDialogs({ shown, opened, onOpen }: Props) {
  const { zone, entries, days, notes, queues, workspaceZone } = shown;
  const close = () => onOpen(null);
  switch (opened?.what) {
    case 'entry': {
      const entry = entries.find(({ key }) => key === opened.key);
      const schedule = (entry: Entry) => {
        const subject = subjectOf(entry, zone);
        if (subject) onOpen({ what: 'publish', subject });
      };
      return (
        entry && (
          <EntryPopover
            entry={entry}
            anchor={opened.anchor}
            onClose={close}
            onSchedule={schedule}
          />
        )
      );
    }
    case 'day':
      return (
        <DayPopover
          day={opened.day}
          entries={days.get(opened.day) ?? []}
          anchor={opened.anchor}
          onClose={close}
        />
      );
    case 'move': {
      const { entry } = opened;
      return (
        <MoveDialog
          entry={entry}
          queues={queues}
          onClose={close}
          onMove={(where, only) => {
            close();
            void moveEntry(entry, where, zone, only).then(() => focusEntry(entry.key));
          }}
        />
      );
    }
    case 'note': {
      const note = notes.find(({ id }) => id === opened.id);
      return <NoteDialog day={opened.day} note={note} onClose={close} />;
    }
    case 'plan': {
      const { id, content, thread_size: parts } = opened.draft;
      return (
        <PlanDialog
          excerpt={content}
          zone={zone}
          onClose={close}
          onPlan={(at) => {
            close();
            void planDraft(id, at);
          }}
          onSchedule={(at) =>
            onOpen({
              what: 'publish',
              subject: { items: [id], post: id, excerpt: content, parts, at },
            })
          }
        />
      );
    }
    case 'publish':
      return <PublishDialog subject={opened.subject} onClose={close} />;
    case 'import':
      return (
        <Suspense>
          <ImportDialog zone={workspaceZone} onClose={close} />
        </Suspense>
      );
    case 'feed':
      return <FeedDialog onClose={close} />;
    default:
      return null;
  }
}

function subjectOf({ item, excerpt, parts, channels, day: date, time }: Entry, zone: string) {
  return item === null
    ? undefined
    : { items: [item], post: item, excerpt, parts, at: { date, time, zone }, channels };
}

/** An entry that has moved lost the focus with its place. */
function focusEntry(key: string) {
  const { activeElement: focused } = document;
  if (focused === document.body || focused?.id === 'main')
    document.querySelector<HTMLElement>(`[data-entry="${CSS.escape(key)}"]`)?.focus();
}

/** Asks before a publication is cancelled, or a draft loses its time. */
export function CancelQuestion({
  opened,
  onClose,
}: {
  opened: Opened | null;
  onClose: () => void;
}) {
  const cancelEntry = useCancelEntry();
  const entry = opened?.what === 'cancel' ? opened.entry : undefined;
  const isDraft = entry?.state === 'draft';
  return (
    <ConfirmDialog
      open={entry !== undefined}
      title={isDraft ? 'Clear the time?' : 'Unschedule this post?'}
      question={
        isDraft
          ? 'The draft stays, without a time.'
          : 'The post stays, and is not published at this time.'
      }
      confirm={isDraft ? 'Clear the time' : 'Unschedule'}
      cancel="Keep"
      onConfirm={() => {
        if (entry) cancelEntry.mutate(entry);
        onClose();
      }}
      onClose={onClose}
    />
  );
}
