import { type ReactNode, useRef, useState } from 'react';
import type { HistoryEntry } from '#contract/content/history.ts';
import {
  customisedNetworks,
  DETAIL_FIELDS,
  type Details,
  details,
  type Item,
  showSameFiles,
} from '#contract/content/items.ts';
import { NETWORK_NAMES } from '#contract/networks/names.ts';
import { useCan, useZone } from '#web/api/workspace.ts';
import { isSamePart } from '#web/features/content/items/same-part.ts';
import { MediaStrip } from '#web/features/media/files/MediaStrip.tsx';
import { classes } from '#web/lib/classes.ts';
import { capitalise, inWords, nameOf } from '#web/lib/text.ts';
import { relativeTime, zonedTime, zoneName } from '#web/lib/time/time.ts';
import { Button } from '#web/ui/Button.tsx';
import { Alert } from '#web/ui/feedback/Alert.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { Field } from '#web/ui/fields/Field.tsx';
import { Select } from '#web/ui/fields/Select.tsx';
import { Dialog, DialogActions } from '#web/ui/overlays/Dialog.tsx';
import { Difference } from '#web/ui/text/Difference.tsx';
import { useHistory, useRestore } from './history-queries.ts';

const ACTIONS: Record<string, string> = {
  create: 'Created',
  update: 'Changed',
  autosave: 'Saved automatically',
  assist: 'Written with the assistant',
  status: 'Status changed',
  restore: 'Restored',
};
const actionOf = ({ action }: HistoryEntry) => ACTIONS[action] ?? inWords(action);

export type HistoryDialogProps = {
  /** The item, or all parts of its thread. */
  parts: Item[];
  onClose: () => void;
  /** Why restoring is disabled. */
  blocked?: string | undefined;
  onRestored?: () => void;
};

/** All versions of a text, the difference of any two, and restoring one. */
export function HistoryDialog({ parts, onClose, ...rest }: HistoryDialogProps) {
  const [id, setId] = useState(parts[0]?.id ?? 0);
  return (
    <Dialog open onClose={onClose} title="History" wide>
      {parts.length > 1 && (
        <Field label="Part of the thread">
          <Select
            value={String(id)}
            options={parts.map((part, index) => ({
              value: String(part.id),
              label: `${index + 1}: ${part.title}`,
            }))}
            onChange={(part) => setId(Number(part))}
          />
        </Field>
      )}
      <Versions key={id} id={id} {...rest} />
    </Dialog>
  );
}

function Versions({
  id,
  blocked,
  onRestored,
}: Omit<HistoryDialogProps, 'parts' | 'onClose'> & { id: number }) {
  const history = useHistory(id);
  const zone = useZone();
  const list = useRef<HTMLUListElement>(null);
  const writes = useCan('write');
  const restore = useRestore(() => {
    choose(undefined);
    // The pressed button is disabled then.
    list.current?.querySelector('button')?.focus();
    onRestored?.();
  });
  const [chosen, choose] = useState<number>();
  const [other, setOther] = useState<number>();
  if (history.isError && !history.data)
    return <Alert>{history.error.message || 'Failed to fetch the history'}</Alert>;
  if (!history.data) return <Skeleton className="h-64" />;
  const entries = history.data.pages.flat();
  const [newest] = entries;
  const entry = entries.find(({ version }) => version === chosen) ?? newest;
  if (!entry || !newest) return null;
  // Compared with the previous version, unless another is chosen.
  const former = entries.filter(({ version }) => version !== entry.version);
  const base =
    former.find(({ version }) => version === other) ??
    former.find(({ version }) => version < entry.version) ??
    former[0];
  // The older of two versions is always the base.
  const [before, after] = base && base.version > entry.version ? [entry, base] : [base, entry];
  const isNow = sameText(entry, newest);

  return (
    <>
      <div className="grid min-h-0 gap-4 md:grid-cols-[15rem_1fr]">
        <ul
          ref={list}
          aria-label="Versions"
          className="flex max-h-40 flex-col gap-1 overflow-y-auto md:max-h-[24rem]"
        >
          {entries.map((version) => (
            <li key={version.version}>
              <button
                type="button"
                aria-pressed={version.version === entry.version}
                onClick={() => {
                  choose(version.version);
                  setOther(undefined);
                }}
                className={classes(
                  'w-full rounded-base px-3 py-2 text-left',
                  version.version === entry.version ? 'bg-accent-soft' : 'hover:bg-hover',
                )}
              >
                <span className="block font-medium">
                  {version.version}. {actionOf(version)}
                </span>
                <span
                  className="block text-muted text-xs"
                  title={zonedTime(version.created_at, zone)}
                >
                  {version.by_schedule ? 'By the schedule' : nameOf(version.user)} ·{' '}
                  {relativeTime(version.created_at)} · {capitalise(version.status)}
                </span>
              </button>
            </li>
          ))}
          {history.hasNextPage && (
            <li>
              <Button
                variant="ghost"
                disabled={history.isFetchingNextPage}
                onClick={() => void history.fetchNextPage()}
              >
                Older versions
              </Button>
            </li>
          )}
        </ul>
        <div className="flex max-h-[24rem] min-w-0 flex-col gap-4 overflow-y-auto">
          {base && (
            <Field label="Compared with" hint={`Times in ${zoneName(zone)}`}>
              <Select
                value={String(base.version)}
                options={former.map((entry) => ({
                  value: String(entry.version),
                  label: `${entry.version}. ${actionOf(entry)}, ${zonedTime(entry.created_at, zone)}`,
                }))}
                onChange={(version) => setOther(Number(version))}
              />
            </Field>
          )}
          <Changed
            title="Status"
            before={capitalise((before ?? after).status)}
            after={capitalise(after.status)}
          />
          <Changed
            title="Description"
            before={(before ?? after).description}
            after={after.description}
          />
          {DETAIL_FIELDS.map((name) => (
            <Changed
              key={name}
              title={details[name].label}
              before={detailText(before ?? after, name)}
              after={detailText(after, name)}
            />
          ))}
          <Block title="Content">
            <Difference before={(before ?? after).content} after={after.content} />
          </Block>
          {!showSameFiles(before ?? after, after) && (
            <Block title="Files">
              <p className="text-muted text-xs">Before</p>
              <MediaStrip media={(before ?? after).media} />
              <p className="mt-2 text-muted text-xs">After</p>
              <MediaStrip media={after.media} />
            </Block>
          )}
          {customisedNetworks([before ?? after, after]).map((network) => (
            <Block key={network} title={`Text for ${NETWORK_NAMES[network]}`}>
              <Difference
                before={(before ?? after).network_texts[network] ?? ''}
                after={after.network_texts[network] ?? ''}
              />
            </Block>
          ))}
        </div>
      </div>
      <DialogActions>
        {blocked && <p className="mr-auto self-center text-muted">{blocked}</p>}
        {writes && (
          <Button
            disabled={Boolean(blocked) || isNow || restore.isPending}
            onClick={() => restore.mutate({ id, version: entry.version, current: newest.version })}
          >
            {isNow ? 'This is the current text' : `Restore version ${entry.version}`}
          </Button>
        )}
      </DialogActions>
    </>
  );
}

const sameText = (a: HistoryEntry, b: HistoryEntry) =>
  isSamePart(a, b) &&
  showSameFiles(a, b) &&
  a.description === b.description &&
  DETAIL_FIELDS.every((name) => detailText(a, name) === detailText(b, name));

const detailText = (entry: HistoryEntry, name: keyof Details) =>
  details[name].format(entry[name] as never);

type ChangedProps = { title: string; before: string | null; after: string | null };

/** A field that differs; equal ones are left out. */
const Changed = ({ title, before, after }: ChangedProps) =>
  before !== after && (
    <Block title={title}>
      <Difference before={before ?? ''} after={after ?? ''} />
    </Block>
  );

const Block = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h3 className="mb-1 text-muted text-xs">{title}</h3>
    {children}
  </section>
);
