import {
  ChevronDown,
  ChevronUp,
  CircleCheck,
  CircleX,
  CloudOff,
  LoaderCircle,
  type LucideIcon,
  RefreshCw,
  X,
} from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { MediaFile } from '#contract/media/media.ts';
import { classes } from '#web/lib/classes.ts';
import { Button } from '#web/ui/Button.tsx';
import {
  countUnderWay,
  percentOf,
  sentenceOf,
  summaryOf,
  type UploadEntry,
  type UploadState,
  useUploads,
} from './upload-entries.ts';
import { dismiss, findInterrupted } from './uploads.ts';

const looks: Record<UploadState, { icon: LucideIcon; look: string; spins?: true }> = {
  waiting: { icon: LoaderCircle, look: 'bg-sunken text-muted' },
  sending: { icon: LoaderCircle, look: 'bg-sunken text-muted', spins: true },
  reading: { icon: LoaderCircle, look: 'bg-sunken text-muted', spins: true },
  lost: { icon: CloudOff, look: 'bg-review text-on-review' },
  again: { icon: RefreshCw, look: 'bg-review text-on-review' },
  paused: { icon: RefreshCw, look: 'bg-review text-on-review' },
  done: { icon: CircleCheck, look: 'bg-published text-on-published' },
  refused: { icon: CircleX, look: 'bg-danger-soft text-on-danger-soft' },
};
const STEPS = [25, 50, 75];

/** What needs a person is seen first. */
const refusedFirst = (a: UploadEntry, b: UploadEntry) =>
  Number(b.state === 'refused') - Number(a.state === 'refused');

/** The uploads of this tab. `onDescribe`: somebody wants to write the alt text of a file. */
export function UploadTray({ onDescribe }: { onDescribe?: (file: MediaFile) => void }) {
  const entries = useUploads((state) => state.entries);
  const [open, setOpen] = useState(true);
  useEffect(() => void findInterrupted(), []);
  const going = countUnderWay(entries);
  if (!entries.length) return <Announcer entries={entries} />;
  return (
    <section
      aria-label="Uploads"
      className="overflow-hidden rounded-base border border-line bg-surface"
    >
      <div className="flex min-h-11 items-center gap-2 pr-1 pl-4">
        <h2 className="grow font-semibold">{summaryOf(entries)}</h2>
        {going > 0 && (
          <span className="text-muted text-xs max-sm:hidden">You can leave this page.</span>
        )}
        {going === 0 && (
          <Button
            variant="ghost"
            size="small"
            onClick={() => {
              // One that was interrupted can go on.
              for (const { key, state } of entries) if (state !== 'paused') dismiss(key);
            }}
          >
            Clear
          </Button>
        )}
        <Button
          variant="ghost"
          size="icon"
          aria-label={open ? 'Hide uploads' : 'Show uploads'}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {open ? <ChevronUp size={16} aria-hidden /> : <ChevronDown size={16} aria-hidden />}
        </Button>
      </div>
      {open && (
        <ul className="max-h-80 overflow-y-auto">
          {entries.toSorted(refusedFirst).map((entry) => (
            <Row key={entry.key} entry={entry} onDescribe={onDescribe} />
          ))}
        </ul>
      )}
      <Announcer entries={entries} />
    </section>
  );
}

function Row({
  entry,
  onDescribe,
}: {
  entry: UploadEntry;
  onDescribe: ((file: MediaFile) => void) | undefined;
}) {
  const { key, name, state, file } = entry;
  const { icon: Icon, look, spins } = looks[state];
  const isOver = state === 'done' || state === 'refused';
  const percent = percentOf(entry);
  const lacksAlt = state === 'done' && file && !file.alt && file.kind !== 'document';
  return (
    <li className="flex items-center gap-3 border-line border-t py-2.5 pr-1 pl-4">
      <span className={classes('grid size-8 shrink-0 place-items-center rounded-base', look)}>
        <Icon size={16} aria-hidden className={classes(spins && 'motion-safe:animate-spin')} />
      </span>
      <div className="min-w-0 grow">
        <p className="flex gap-2">
          <span dir="auto" className="min-w-0 grow truncate">
            {name}
          </span>
          {!isOver && <span className="text-muted tabular-nums">{percent}%</span>}
        </p>
        {!isOver && (
          <div
            role="progressbar"
            aria-label={name}
            aria-valuenow={percent}
            className="my-1 h-1 overflow-hidden rounded-full bg-sunken"
          >
            <div className="h-full bg-accent-solid" style={{ width: `${percent}%` }} />
          </div>
        )}
        <p className={classes('text-xs', state === 'refused' ? 'text-danger' : 'text-muted')}>
          {sentenceOf(entry)}
        </p>
      </div>
      {lacksAlt && onDescribe && (
        <Button size="small" onClick={() => onDescribe(file)}>
          Describe
        </Button>
      )}
      <Button
        variant="ghost"
        size="icon"
        aria-label={isOver ? `Remove ${name} from this list` : `Cancel the upload of ${name}`}
        onClick={() => dismiss(key)}
      >
        <X size={16} aria-hidden />
      </Button>
    </li>
  );
}

/** Says for screen readers how far uploads are: at a quarter, the half, three quarters and the end. */
function Announcer({ entries }: { entries: UploadEntry[] }) {
  const said = useRef(new Map<string, string>());
  const [text, setText] = useState('');
  useEffect(() => {
    const news = entries.flatMap((entry) => {
      const step = STEPS.findLast((candidate) => percentOf(entry) >= candidate);
      const isOver = entry.state === 'done' || entry.state === 'refused';
      const now = isOver ? sentenceOf(entry) : step ? `${step}%` : '';
      if (!now || said.current.get(entry.key) === now) return [];
      said.current.set(entry.key, now);
      return [`${entry.name}: ${now}`];
    });
    if (news.length) setText(news.join(' '));
  }, [entries]);
  return (
    <p role="status" className="sr-only">
      {text}
    </p>
  );
}
