import { Globe, Info } from 'lucide-react';
import { useState } from 'react';
import type { ReadPage } from '#contract/assistant/sources.ts';
import { languageName } from '#contract/content/items.ts';
import { useZone } from '#web/api/workspace.ts';
import { classes } from '#web/lib/classes.ts';
import { exactCount } from '#web/lib/count.ts';
import { timeOfDay } from '#web/lib/time/time.ts';
import { Button } from '#web/ui/Button.tsx';

const KILO = 1024;
const kilobytes = (bytes: number) => `${exactCount(Math.max(1, Math.round(bytes / KILO)))} KB`;

/** What was read of a page: all that is sent of it. */
export function ReadCard({ page }: { page: ReadPage }) {
  const zone = useZone();
  const [isWhole, setWhole] = useState(false);
  const { host, title, language, text, words, bytes, page_bytes, is_cut, read_at } = page;
  const facts = [host, language && languageName(language), `read at ${timeOfDay(read_at, zone)}`];
  return (
    <div className="flex flex-col gap-2">
      <section
        aria-label="What was read"
        className="overflow-hidden rounded-base border border-line bg-surface"
      >
        <div className="flex items-start gap-2.5 border-line border-b p-3">
          <Globe size={16} aria-hidden className="mt-0.5 shrink-0 text-muted" />
          <div className="min-w-0">
            <p dir="auto" className="break-words font-medium text-[13px]">
              {title ?? host}
            </p>
            <p className="text-muted text-xs">{facts.filter(Boolean).join(' · ')}</p>
          </div>
        </div>
        <p
          dir="auto"
          tabIndex={isWhole ? 0 : undefined}
          className={classes(
            'whitespace-pre-wrap break-words px-3 pt-2 text-xs leading-[18px]',
            isWhole
              ? 'max-h-80 overflow-y-auto'
              : 'max-h-[108px] overflow-hidden [mask-image:linear-gradient(#000_70%,transparent)] max-md:hidden',
          )}
        >
          {text}
        </p>
        <div className="flex items-center gap-2 py-1 pr-1 pl-3">
          <p className="min-w-0 grow text-muted text-xs">
            {exactCount(words)} words were read, {kilobytes(bytes)} of {kilobytes(page_bytes)}
          </p>
          <Button variant="link" size="small" onClick={() => setWhole(!isWhole)}>
            {isWhole ? 'Show less' : 'Show all'}
          </Button>
        </div>
      </section>
      {is_cut && (
        <p className="text-warning text-xs">
          It is longer than 30 KB: the first {exactCount(words)} words were read.
        </p>
      )}
      <p className="flex gap-2 text-muted text-xs">
        <Info size={14} aria-hidden className="mt-0.5 shrink-0" />
        Only the article: no menus, comments or pictures. It is read as text; nothing on the page
        can give orders here.
      </p>
    </div>
  );
}
