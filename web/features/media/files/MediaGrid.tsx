import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { CircleAlert } from 'lucide-react';
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { formatBytes, MEDIA_TYPES, type MediaFile, type MediaType } from '#contract/media/media.ts';
import { classes } from '#web/lib/classes.ts';
import { withPlace } from '#web/lib/keep-in-range.ts';
import { relativeTime } from '#web/lib/time/time.ts';
import { SelectBox } from '#web/ui/fields/Checkbox.tsx';
import { Thumbnail } from './Thumbnail.tsx';

export type Look = 'grid' | 'list';

type Props = {
  files: readonly MediaFile[];
  look: Look;
  /** The file that is open beside it. */
  opened: number | null;
  onOpen: (file: MediaFile) => void;
  /** Undefined where nothing can be chosen. */
  chosen?: { has: (id: number) => boolean; toggle: (id: number, range: boolean) => void };
  onTrash?: ((file: MediaFile) => void) | undefined;
  hasMore: boolean;
  onMore: () => void;
};

const TILE_PX = 168;
const GAP_PX = 16;
/** The name, and the line below it. */
const BODY_PX = 58;
const ROW_PX = 52;
/** Rows below the last one in view when more are loaded. */
const AHEAD = 4;

/** How a type is called. */
export const labelOf = (type: string) => MEDIA_TYPES[type as MediaType]?.label ?? type;

const lacksAlt = ({ alt, kind }: MediaFile) => alt === '' && kind !== 'document';

/** The files of the library, of which those near the view are drawn; one Tab stop, with arrows. */
export function MediaGrid(props: Props) {
  const { files, look, opened, hasMore, onMore } = props;
  const list = useRef<HTMLUListElement>(null);
  const { top, width } = usePlace(list);
  const columns =
    look === 'list' ? 1 : Math.max(2, Math.floor((width + GAP_PX) / (TILE_PX + GAP_PX)));
  const tile = (width - GAP_PX * (columns - 1)) / columns;
  const height = look === 'list' ? ROW_PX : Math.round((tile * 3) / 4) + BODY_PX + GAP_PX;
  const rows = Math.ceil(files.length / columns);
  const [active, setActive] = useState(0);
  const place = Math.min(active, Math.max(0, files.length - 1));
  const virtualizer = useWindowVirtualizer({
    count: width ? rows : 0,
    estimateSize: () => height,
    overscan: 3,
    scrollMargin: top,
    scrollPaddingStart: 120,
    scrollPaddingEnd: 40,
    rangeExtractor: withPlace(Math.floor(place / columns)),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the size of a row changes with these.
  useLayoutEffect(() => virtualizer.measure(), [height, columns]);
  const drawn = virtualizer.getVirtualItems();
  const last = drawn.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && last >= rows - AHEAD) onMore();
  }, [hasMore, last, rows, onMore]);

  function focusOn(index: number) {
    const next = Math.min(Math.max(index, 0), files.length - 1);
    setActive(next);
    virtualizer.scrollToIndex(Math.floor(next / columns));
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-index="${next}"] [data-open]`)?.focus(),
    );
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const file = files[place];
    const steps: Record<string, number> = {
      ArrowRight: 1,
      ArrowLeft: -1,
      ArrowDown: columns,
      ArrowUp: -columns,
      Home: -files.length,
      End: files.length,
    };
    const step = steps[event.key];
    if (step !== undefined) focusOn(place + step);
    else if (event.key === 'x' && file && props.chosen)
      props.chosen.toggle(file.id, event.shiftKey);
    else if (event.key === 'Delete' && file && props.onTrash) props.onTrash(file);
    else return;
    event.preventDefault();
  }

  return (
    <ul
      ref={list}
      aria-label="Files"
      onKeyDown={onKeyDown}
      className="relative"
      style={{ height: virtualizer.getTotalSize() }}
    >
      {drawn.flatMap((row) =>
        files.slice(row.index * columns, (row.index + 1) * columns).map((file, column) => {
          const index = row.index * columns + column;
          return (
            <li
              key={file.id}
              data-index={index}
              aria-setsize={files.length}
              aria-posinset={index + 1}
              className="group absolute top-0 left-0"
              style={{
                width: tile,
                height: height - (look === 'list' ? 0 : GAP_PX),
                transform: `translate(${column * (tile + GAP_PX)}px, ${row.start - top}px)`,
              }}
              onFocus={() => setActive(index)}
            >
              <Tile
                {...props}
                file={file}
                isOpen={file.id === opened}
                tabIndex={index === place ? 0 : -1}
              />
            </li>
          );
        }),
      )}
    </ul>
  );
}

function Tile({
  file,
  look,
  isOpen,
  tabIndex,
  onOpen,
  chosen,
}: Props & { file: MediaFile; isOpen: boolean; tabIndex: number }) {
  const isChosen = chosen?.has(file.id) ?? false;
  const size = `${labelOf(file.type)} · ${formatBytes(file.size)}`;
  const used = file.uses ? `used ${file.uses}×` : 'unused';
  const thumbnail = {
    kind: file.kind,
    link: file.links.thumbnail,
    focus: file.focus,
    duration: file.duration,
  };
  const note = lacksAlt(file) ? (
    <span className="inline-flex items-center gap-1 text-on-review">
      <CircleAlert size={14} aria-hidden className="text-warning" />
      No alt text
    </span>
  ) : (
    used
  );
  const box = chosen && (
    <span
      className={classes(
        'z-1',
        look === 'grid' &&
          classes(
            'absolute top-1.5 left-1.5 rounded-sm bg-surface/85',
            !isChosen && 'opacity-0 focus-within:opacity-100 group-hover:opacity-100',
          ),
      )}
    >
      <SelectBox
        checked={isChosen}
        label={`Choose ${file.name}`}
        tabIndex={tabIndex}
        onToggle={(range) => chosen.toggle(file.id, range)}
      />
    </span>
  );
  const opener = {
    type: 'button',
    'data-open': true,
    tabIndex,
    onClick: () => onOpen(file),
  } as const;
  if (look === 'list')
    return (
      <div
        className={classes(
          'flex h-full items-center gap-3 border-line-soft border-b px-2',
          isOpen ? 'bg-accent-soft' : 'hover:bg-row',
        )}
      >
        {box}
        <button {...opener} className="flex h-full min-w-0 grow items-center gap-3 text-left">
          <Thumbnail {...thumbnail} duration={null} className="size-10 shrink-0 rounded-sm" />
          <span dir="auto" className="min-w-0 grow truncate font-medium">
            {file.name}
          </span>
          <span className="w-32 shrink-0 text-muted text-xs tabular-nums max-sm:hidden">
            {size}
          </span>
          <span className="w-24 shrink-0 text-muted text-xs">{note}</span>
          <span className="w-28 shrink-0 text-right text-muted text-xs max-md:hidden">
            {relativeTime(file.created_at)}
          </span>
        </button>
      </div>
    );
  return (
    <div
      className={classes(
        'flex h-full flex-col overflow-hidden rounded-base border bg-surface',
        isOpen || isChosen ? 'border-accent-solid ring-1 ring-accent-solid' : 'border-line',
      )}
    >
      {box}
      <button {...opener} className="flex min-h-0 grow flex-col text-left">
        <Thumbnail {...thumbnail} className="aspect-[4/3] w-full shrink-0" />
        <span className="block w-full px-2.5 pt-2">
          <span dir="auto" title={file.name} className="block truncate font-medium text-[13px]">
            {file.name}
          </span>
          <span className="flex justify-between gap-2 text-muted text-xs tabular-nums">
            <span className="truncate">{lacksAlt(file) ? labelOf(file.type) : size}</span>
            <span className="shrink-0">{note}</span>
          </span>
        </span>
      </button>
    </div>
  );
}

/** Where an element begins on the page, and how wide it is. */
function usePlace(element: { current: HTMLElement | null }) {
  const [place, setPlace] = useState({ top: 0, width: 0 });
  useLayoutEffect(() => {
    const one = element.current;
    if (!one) return;
    const measure = () => {
      const top = Math.round(one.getBoundingClientRect().top + window.scrollY);
      const width = one.clientWidth;
      setPlace((now) => (now.top === top && now.width === width ? now : { top, width }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(one);
    // What is above it grows and shrinks.
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [element]);
  return place;
}
