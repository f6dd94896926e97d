import { FileText, Film, Image as Picture } from 'lucide-react';
import { useState } from 'react';
import type { MediaKind } from '#contract/attachments.ts';
import { classes } from '#web/lib/classes.ts';

type Props = {
  kind: MediaKind;
  /** Undefined where there is none. */
  link: string | null | undefined;
  /** What must stay in view. */
  focus: readonly [number, number];
  /** In seconds, of a video. */
  duration?: number | null;
  /** Said by what is around it, or else empty. */
  alt?: string;
  /** Too small for a word on it. */
  isSmall?: boolean;
  className?: string;
};

const icons = { picture: Picture, gif: Picture, video: Film, document: FileText };

/** A file as a picture that fills its place, with what it is. */
export function Thumbnail({
  kind,
  link,
  focus: [x, y],
  duration,
  alt = '',
  isSmall = false,
  className,
}: Props) {
  // A video may have none yet.
  const [missing, setMissing] = useState<string | null>(null);
  const Icon = icons[kind];
  const mark =
    kind === 'gif' ? 'GIF' : kind === 'document' ? 'PDF' : duration ? clock(duration) : null;
  return (
    <span className={classes('relative block overflow-hidden bg-sunken', className)}>
      {link && link !== missing && kind !== 'document' ? (
        <img
          src={link}
          alt={alt}
          loading="lazy"
          decoding="async"
          draggable={false}
          onError={() => setMissing(link)}
          className="absolute inset-0 size-full object-cover"
          style={{ objectPosition: `${x * 100}% ${y * 100}%` }}
        />
      ) : (
        <span className="absolute inset-0 grid place-items-center text-muted">
          <Icon size={isSmall ? 14 : 24} aria-hidden />
          {alt && <span className="sr-only">{alt}</span>}
        </span>
      )}
      {mark && !isSmall && (
        <span className="absolute bottom-1.5 left-1.5 flex h-5 items-center rounded-sm bg-black/72 px-1.5 font-medium text-white text-xs tabular-nums">
          {mark}
        </span>
      )}
    </span>
  );
}

/** '0:42'. */
export function clock(seconds: number): string {
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
