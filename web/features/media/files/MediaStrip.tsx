import type { Attachment } from '#contract/attachments.ts';
import { classes } from '#web/lib/classes.ts';
import { useMediaLink } from './media-queries.ts';
import { Thumbnail } from './Thumbnail.tsx';

type Shown = Pick<Attachment, 'alt' | 'kind' | 'hash' | 'focus'> & Partial<Attachment>;

/** The files of a text in a row, each with its alt text. */
export function MediaStrip({ media, label }: { media: readonly Shown[]; label?: string }) {
  const link = useMediaLink();
  if (!media.length) return null;
  return (
    <ul aria-label={label ?? 'Files'} className="flex flex-wrap gap-2">
      {media.map(({ alt, kind, hash, focus, name, duration }, index) => (
        // The same picture may be there twice.
        <li key={`${hash} ${index.toString()}`} className="w-32">
          <Thumbnail
            kind={kind}
            link={link(hash)}
            focus={focus}
            {...(duration !== undefined && { duration })}
            alt={alt || name || ''}
            className="aspect-[4/3] w-full rounded-sm border border-line"
          />
          <p
            dir="auto"
            title={alt || undefined}
            className={classes('truncate text-xs', alt ? 'text-muted' : 'text-on-review')}
          >
            {kind === 'document' ? name : alt || 'No alt text'}
          </p>
        </li>
      ))}
    </ul>
  );
}

/** The first file of a text as a small picture, with the number of all. */
export function MediaThumb({
  media,
  className,
}: {
  media: readonly Attachment[];
  className: string;
}) {
  const link = useMediaLink();
  const [first] = media;
  if (!first) return null;
  return (
    <span className={classes('relative block shrink-0', className)}>
      <Thumbnail
        kind={first.kind}
        link={link(first.hash)}
        focus={first.focus}
        className="size-full rounded-sm"
        isSmall
        alt={media.length === 1 ? '1 file' : `${media.length} files`}
      />
      {media.length > 1 && (
        <span
          aria-hidden
          className="absolute right-0 bottom-0 rounded-tl-sm bg-black/72 px-1 font-medium text-[10px] text-white leading-4"
        >
          {media.length}
        </span>
      )}
    </span>
  );
}
