import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { PostRow } from '#contract/analytics/overview.ts';
import type { Column } from '#web/features/analytics/figures/post-words.ts';
import { useMedia } from '#web/lib/use-media.ts';
import { PostLine } from './PostsTable.tsx';

/** Of fewer rows, all are drawn: they can be found in the page, and printed. */
const VIRTUAL = 100;
const ROW_PX = 53;
const PHONE_ROW_PX = 108;
/** Rows below the last one in view when more are loaded. */
const AHEAD = 20;
/** What sticks to the top. */
const STICKING_PX = 84;

type Props = {
  rows: readonly PostRow[];
  columns: readonly Column[];
  zone: string;
  /** Undefined where there are no more. */
  onMore?: (() => void) | undefined;
};

/** The rows of the table; of many, those near the view. */
export function PostLines({ rows, columns, zone, onMore }: Props) {
  const isPhone = useMedia('(max-width: 767px)');
  const start = useRef<HTMLTableRowElement>(null);
  const [top, setTop] = useState(0);
  const isVirtual = rows.length >= VIRTUAL;
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    enabled: isVirtual,
    estimateSize: () => (isPhone ? PHONE_ROW_PX : ROW_PX),
    getItemKey: (index) => rows[index]?.publications.join() ?? index,
    overscan: 10,
    scrollMargin: top,
    scrollPaddingStart: STICKING_PX,
  });
  useLayoutEffect(() => {
    if (start.current) setTop(start.current.getBoundingClientRect().top + window.scrollY);
  }, []);
  const drawn = virtualizer.getVirtualItems();
  const last = drawn.at(-1)?.index ?? 0;
  useEffect(() => {
    if (isVirtual && last >= rows.length - AHEAD) onMore?.();
  }, [isVirtual, last, rows.length, onMore]);
  if (!isVirtual)
    return rows.map((row, index) => (
      <PostLine
        key={row.publications.join()}
        row={row}
        columns={columns}
        zone={zone}
        index={index}
      />
    ));
  const before = (drawn[0]?.start ?? top) - top;
  const after = virtualizer.getTotalSize() - ((drawn.at(-1)?.end ?? top) - top);
  return (
    <>
      <Space height={before} place={start} />
      {drawn.map(({ index, key }) => (
        <PostLine
          key={key}
          row={rows[index] as PostRow}
          columns={columns}
          zone={zone}
          index={index}
          measure={virtualizer.measureElement}
        />
      ))}
      <Space height={after} />
    </>
  );
}

/** In place of the rows that are not drawn. */
const Space = ({ height, place }: { height: number; place?: React.Ref<HTMLTableRowElement> }) => (
  <tr ref={place} aria-hidden style={{ height }}>
    <td className="p-0" />
  </tr>
);
