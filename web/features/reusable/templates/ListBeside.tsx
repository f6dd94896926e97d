import { ArrowLeft } from 'lucide-react';
import { Fragment, type ReactNode, useRef } from 'react';
import { classes } from '#web/lib/classes.ts';
import { useKeyActions } from '#web/lib/keyboard/single-keys.ts';
import { useMedia } from '#web/lib/use-media.ts';
import { Button } from '#web/ui/Button.tsx';

type Group<Entry> = { heading?: string; rows: readonly Entry[] };

type Props<Entry> = {
  /** Of the list. */
  label: string;
  groups: readonly Group<Entry>[];
  /** The id of the one that is open. */
  chosen: number | undefined;
  onChoose: (id: number) => void;
  row: (entry: Entry) => ReactNode;
  /** Where no row is left. */
  empty: string;
  /** The one that is open; null where none is. */
  children: ReactNode;
};

/** Whether the one that is open is beside the list. */
export const useBeside = () => useMedia('(min-width: 1024px)');

/**
 * The one that is open: the one in the address, else the first beside the list, which stays open
 * when it is renamed and sorted elsewhere.
 * @param rows those that the search leaves in
 */
export function useOpened<Entry extends { id: number }>(
  all: readonly Entry[] | undefined,
  rows: readonly Entry[],
  named: string | null,
): Entry | undefined {
  const beside = useBeside();
  const shown = useRef<number>(undefined);
  // What is being written stays while the search leaves it out.
  const asked = all?.find(({ id }) => String(id) === named);
  const first = rows.find(({ id }) => id === shown.current) ?? rows[0];
  const opened = asked ?? (beside ? first : undefined);
  shown.current = opened?.id;
  return opened;
}

/** A list beside the one of it that is open, which is a page of its own in a small window. */
export function ListBeside<Entry extends { id: number }>(props: Props<Entry>) {
  const { label, groups, chosen, onChoose, row, empty, children } = props;
  const beside = useBeside();
  const list = useRef<HTMLDivElement>(null);
  const rows = groups.flatMap((group) => group.rows);
  const stop = rows.some(({ id }) => id === chosen) ? chosen : rows[0]?.id;
  function step(by: number) {
    const next = rows[rows.findIndex(({ id }) => id === chosen) + by];
    if (!next || (!beside && children)) return false;
    if (beside) onChoose(next.id);
    list.current?.querySelector<HTMLElement>(`[data-row="${next.id}"]`)?.focus();
    return true;
  }
  useKeyActions({
    j: () => step(1),
    k: () => step(-1),
    ArrowDown: () => step(1),
    ArrowUp: () => step(-1),
  });
  return (
    <div className="grid min-h-0 grow lg:grid-cols-[352px_minmax(0,1fr)]">
      {(beside || !children) && (
        <div ref={list} className="min-w-0 border-line lg:border-r">
          {groups.map(({ heading, rows: entries }) => (
            <Fragment key={heading ?? label}>
              {heading && entries.length > 0 && (
                <h2 className="flex h-9 items-center justify-between px-4 text-muted text-xs">
                  {heading} <span className="tabular-nums">{entries.length}</span>
                </h2>
              )}
              <ul aria-label={heading ?? label} className="empty:hidden">
                {entries.map((entry) => (
                  <li key={entry.id}>
                    <button
                      type="button"
                      data-row={entry.id}
                      tabIndex={!beside || entry.id === stop ? 0 : -1}
                      aria-current={entry.id === chosen || undefined}
                      onClick={() => onChoose(entry.id)}
                      className={classes(
                        'flex min-h-14 w-full items-center gap-3 border-line-soft border-b border-l-2 px-4 py-2 text-left',
                        entry.id === chosen
                          ? 'border-l-[var(--accent-solid)] bg-accent-soft'
                          : 'border-l-transparent hover:bg-hover',
                      )}
                    >
                      {row(entry)}
                    </button>
                  </li>
                ))}
              </ul>
            </Fragment>
          ))}
          {rows.length === 0 && <p className="p-4 text-muted">{empty}</p>}
        </div>
      )}
      {children}
    </div>
  );
}

type DetailProps = {
  name: string;
  /** Of the list that it is from. */
  list: string;
  onBack: () => void;
  /** State and menu. */
  head?: ReactNode;
  children: ReactNode;
};

/** The one that is open. */
export function Detail({ name, list, onBack, head, children }: DetailProps) {
  const beside = useBeside();
  return (
    <section aria-label={name} className="min-w-0">
      <div className="flex min-h-12 items-center gap-2 border-line border-b px-4 py-1.5 lg:px-6">
        {!beside && (
          <Button
            variant="ghost"
            size="icon"
            aria-label={`Back to ${list}`}
            onClick={onBack}
            className="-ml-2"
          >
            <ArrowLeft size={16} aria-hidden />
          </Button>
        )}
        <h2 dir="auto" className="min-w-0 grow truncate font-semibold text-[15px]">
          {name}
        </h2>
        {head}
      </div>
      <div className="flex max-w-[696px] flex-col gap-5 px-4 py-5 lg:px-6">{children}</div>
    </section>
  );
}
