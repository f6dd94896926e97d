import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Folder } from '#contract/content/folders.ts';
import type { Item } from '#contract/content/items.ts';
import {
  closeFindings,
  isReading,
  useFindings,
} from '#web/features/assistant/findings/open-findings.ts';
import { EditorAssistant } from '#web/features/editor/assistant/EditorAssistant.tsx';
import { useOpenWide } from '#web/features/editor/assistant/open-wide.ts';
import { classes } from '#web/lib/classes.ts';
import { laterComponent } from '#web/lib/later.ts';
import { useMedia } from '#web/lib/use-media.ts';
import { Segments } from '#web/ui/fields/Segments.tsx';
import { Sheet } from '#web/ui/overlays/Sheet.tsx';
import { ASIDES, type Aside } from './aside-store.ts';
import { EditorAside } from './EditorAside.tsx';
import { EditorComments } from './EditorComments.tsx';
import type { EditorFindingsProps } from './EditorFindings.tsx';
import type { EditorPreviewProps } from './EditorPreview.tsx';
import { EditorSettings } from './EditorSettings.tsx';

const EditorPreview = laterComponent<EditorPreviewProps>(
  () => import('./EditorPreview.tsx').then((module) => module.EditorPreview),
  { isExtra: true },
);

const EditorFindings = laterComponent<EditorFindingsProps>(
  () => import('./EditorFindings.tsx').then((module) => module.EditorFindings),
  { isExtra: true, isRare: true },
);

type Props = {
  folders: Folder[];
  /** What is saved; undefined where nothing is. */
  items: Item[] | undefined;
  /** What is shown where preview and settings share a place. */
  beside: Aside;
  onBeside: (aside: Aside) => void;
  isDrawerOpen: boolean;
  onDrawer: (open: boolean) => void;
  /** The text. */
  children: ReactNode;
};

/** From these widths on, in pixels, a text of 640 has preview and settings beside it. */
const WIDE = 1344;
const WIDEST = 1600;

/**
 * The text, the preview and the settings beside each other; where the text would get less than its
 * width the last two share a column, and in a small window a sheet.
 */
export function EditorColumns(props: Props) {
  const { folders, items, beside, onBeside, isDrawerOpen, onDrawer, children } = props;
  const roomy = useMedia('(min-width: 768px)');
  const sided = useMedia('(min-width: 1024px)');
  const [width, grid] = useWidth();
  const wide = sided && width >= WIDE;
  /** A proposal takes the place of preview and settings, which keep what is being written there. */
  const hasProposal = useOpenWide((open) => open.wide !== null);
  const isReplaced = sided && hasProposal;
  /** What is written next is the text for a network: the sheet gives the focus to it. */
  const [isCustomised, setCustomised] = useState(false);
  const preview = (
    <EditorPreview
      author={items?.[0]?.author}
      onCustomised={() => {
        setCustomised(true);
        onDrawer(false);
      }}
    />
  );
  const [hasComments, setComments] = useState(false);
  const item = items?.[0]?.id;
  const isRead = useRead(item, () => {
    onBeside('settings');
    onDrawer(true);
  });
  const settings = (
    <>
      {/* What is being written there stays while the comments are in front. */}
      <div hidden={isRead || (hasComments && item !== undefined)}>
        <EditorSettings folders={folders} />
        <EditorAside items={items} onComments={() => setComments(true)} />
      </div>
      {isRead && item !== undefined && <EditorFindings item={item} />}
      {hasComments && !isRead && item !== undefined && (
        <EditorComments item={item} onClose={() => setComments(false)} />
      )}
    </>
  );
  const choice = (
    <div className="px-4 pt-4">
      <Segments label="Side panel" value={beside} options={ASIDES} onChange={onBeside} />
    </div>
  );
  const column = 'sticky top-24 min-w-0 overflow-y-auto border-line border-l';
  return (
    <div
      ref={grid}
      className={classes(
        'grid grow',
        isReplaced &&
          'grid-cols-[minmax(0,1fr)_480px] min-[1360px]:grid-cols-[minmax(0,1fr)_640px]',
        !isReplaced && !wide && 'lg:grid-cols-[minmax(0,1fr)_360px]',
        !isReplaced && wide && width < WIDEST && 'grid-cols-[minmax(0,1fr)_360px_280px]',
        !isReplaced && wide && width >= WIDEST && 'grid-cols-[minmax(0,1fr)_440px_320px]',
      )}
    >
      <div className="flex min-w-0 flex-col gap-4 px-4 py-5 max-md:pb-20 lg:px-8 lg:pt-10 lg:pb-0">
        <div className="mx-auto flex w-full max-w-[640px] grow flex-col gap-4">{children}</div>
      </div>
      {wide && (
        <aside
          data-column
          hidden={isReplaced}
          aria-label="Preview"
          className={`${column} h-[calc(100dvh-6rem)] bg-page`}
        >
          {preview}
        </aside>
      )}
      {sided && (
        <div data-column hidden={isReplaced} className={`${column} max-h-[calc(100dvh-6rem)]`}>
          {!wide && choice}
          {!wide && beside === 'preview' && <section aria-label="Preview">{preview}</section>}
          {/* What is being written there stays while the preview is in front. */}
          <div hidden={!wide && beside === 'preview'}>{settings}</div>
        </div>
      )}
      {hasProposal && <EditorAssistant is="wide" isBeside={sided} />}
      {!sided && (
        <Sheet
          open={isDrawerOpen}
          onClose={() => {
            setCustomised(false);
            onDrawer(false);
          }}
          focusNext={() =>
            isCustomised ? document.querySelector<HTMLElement>('[data-own-text]') : null
          }
          title={beside === 'preview' ? 'Preview' : 'Settings'}
        >
          {roomy && choice}
          {beside === 'preview' && <section aria-label="Preview">{preview}</section>}
          <div hidden={beside === 'preview'}>{settings}</div>
        </Sheet>
      )}
    </div>
  );
}

/** Whether the post is read as an editor, which comes in front. */
function useRead(item: number | undefined, onRead: () => void) {
  const isRead = useFindings(isReading(item));
  const show = useRef(onRead);
  show.current = onRead;
  useEffect(() => {
    if (isRead) show.current();
  }, [isRead]);
  useEffect(() => closeFindings, []);
  return isRead;
}

/** The width of an element in pixels, as wide as the sidebar leaves it. */
function useWidth() {
  const [width, setWidth] = useState(0);
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!element.current) return;
    const { clientWidth } = element.current;
    setWidth(clientWidth);
    const observer = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return [width, element] as const;
}
