/** Taken of the product by `npm run screenshots`. */
const pictures = import.meta.glob<string>('../../../docs/pictures/*.webp', {
  eager: true,
  query: '?url',
  import: 'default',
});
const urlOf = (name: string) => pictures[`../../../docs/pictures/${name}.webp`];

const themes = ['light', 'dark'] as const;
const PHONE = '(max-width: 639px)';
const LARGER = '(min-width: 640px)';

/** The size of the screenshot in pixels, by window. */
const shots = {
  library: { size: 'wide', width: 1920, height: 1152 },
  thread: { size: 'half', width: 1520, height: 1120 },
  preview: { size: 'half', width: 1520, height: 1120 },
  calendar: { size: 'wide', width: 1920, height: 1152 },
} as const;

type Props = {
  name: keyof typeof shots;
  alt: string;
  /** Whether it is above the fold, and so loaded eagerly. */
  first?: boolean;
};

/** A screenshot of the product in the theme of this page, for the width of this window. */
export const Screenshot = ({ name, alt, first }: Props) => {
  const { size, width, height } = shots[name];
  return (
    <div className="overflow-hidden rounded-base border border-line bg-surface shadow-float">
      {first && <Preloads name={name} />}
      {themes.map((theme) => (
        <picture key={theme} className={theme === 'light' ? 'dark:hidden' : 'hidden dark:block'}>
          <source media={PHONE} srcSet={urlOf(`${name}-phone-${theme}`)} width={683} height={910} />
          {/* Lazy, so that the hidden picture is not loaded. */}
          <img
            src={urlOf(`${name}-${size}-${theme}`)}
            width={width}
            height={height}
            alt={alt}
            loading="lazy"
            className="h-auto w-full"
          />
        </picture>
      ))}
    </div>
  );
};

/** For the theme of the system; a theme chosen otherwise loads its picture a moment later. */
const Preloads = ({ name }: Pick<Props, 'name'>) =>
  themes.flatMap((theme) =>
    [
      { size: 'phone', media: PHONE },
      { size: shots[name].size, media: LARGER },
    ].map(({ size, media }) => (
      <link
        key={size + theme}
        rel="preload"
        as="image"
        fetchPriority="high"
        href={urlOf(`${name}-${size}-${theme}`)}
        media={`${media} and (prefers-color-scheme: ${theme})`}
      />
    )),
  );
