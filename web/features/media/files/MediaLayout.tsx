import type { Attachment } from '#contract/attachments.ts';
import type { Network } from '#contract/networks/names.ts';
import { moves } from '#contract/networks/network-rules.ts';
import { networks } from '#contract/networks/networks.ts';
import { classes } from '#web/lib/classes.ts';
import { useMediaLink } from './media-queries.ts';
import { Thumbnail } from './Thumbnail.tsx';

const MIDDLE = [0.5, 0.5] as const;
/** Where several are shown in a grid: the shape of all together. */
const GRID = 16 / 9;
const SHOWN = 4;

/** The files of a part, laid out and cropped as a network does it. */
export function MediaLayout({
  media,
  network,
}: {
  media: readonly Attachment[];
  network: Network;
}) {
  const link = useMediaLink(media.length > 0);
  const { media: rules, name } = networks[network];
  if (!media.length) return null;
  const shown = media.slice(0, SHOWN);
  const [first] = media as readonly [Attachment];
  const [tallest, widest] = rules.shown;
  const own = first.width && first.height ? first.width / first.height : GRID;
  const ratio =
    media.length > 1
      ? GRID
      : first.kind === 'document'
        ? 4 / 3
        : Math.min(widest, Math.max(tallest, own));
  // Most networks are not told what must stay in view.
  const focusOf = ({ focus }: Attachment) => (rules.focus ? focus : MIDDLE);
  const hidden = media.length - SHOWN;
  return (
    <div className="mt-3">
      <ul
        aria-label="Files"
        style={{ aspectRatio: ratio }}
        className={classes(
          'grid max-h-[520px] w-full gap-0.5 overflow-hidden rounded-[12px] border border-line',
          shown.length > 1 && 'grid-cols-2',
          shown.length > 2 && 'grid-rows-2',
        )}
      >
        {shown.map((entry, index) => (
          <li
            key={entry.file}
            className={classes(
              'relative min-h-0 min-w-0',
              shown.length === 3 && index === 0 && 'row-span-2',
            )}
          >
            <Thumbnail
              kind={entry.kind}
              link={link(entry.hash)}
              focus={focusOf(entry)}
              duration={entry.duration}
              alt={entry.alt || 'A file without an alt text'}
              className="size-full"
            />
            {hidden > 0 && index === SHOWN - 1 && (
              <span className="absolute inset-0 grid place-items-center bg-black/56 font-semibold text-lg text-white">
                +{hidden}
              </span>
            )}
          </li>
        ))}
      </ul>
      {first.kind === 'gif' && !moves(rules, first) && (
        <p className="mt-1 text-muted text-xs">Shown as a still picture on {name}.</p>
      )}
    </div>
  );
}
