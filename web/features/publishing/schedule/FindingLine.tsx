import { CircleAlert, CircleX } from 'lucide-react';
import { paths } from '#contract/paths.ts';
import type { CheckedChannel } from '#contract/publishing/publications.ts';
import { TextLink } from '#web/ui/TextLink.tsx';

type Finding = CheckedChannel['findings'][number];

type Props = {
  finding: Finding;
  /** The channels that it is about, where its place does not say it. */
  places?: string;
  /** The item that is published; undefined for several. */
  item: number | undefined;
  /** Chooses another wall time. */
  onTime: (local: string) => void;
  onLeave: () => void;
};

/** What is wrong, and what mends it. */
export function FindingLine({ finding: { level, text, mend }, places, ...props }: Props) {
  const [Icon, label, look] =
    level === 'error'
      ? ([CircleX, 'Error:', 'text-danger'] as const)
      : ([CircleAlert, 'Warning:', 'text-warning'] as const);
  return (
    <li className="flex items-start gap-2 text-xs leading-4">
      <Icon size={16} aria-label={label} role="img" className={`shrink-0 ${look}`} />
      <span>
        {places && `${places}: `}
        {text}. {mend && <Mend mend={mend} {...props} />}
      </span>
    </li>
  );
}

function Mend({
  mend: { label, at, files, network },
  item,
  onTime,
  onLeave,
}: Omit<Props, 'finding' | 'places'> & { mend: NonNullable<Finding['mend']> }) {
  if (at !== undefined)
    return (
      <button
        type="button"
        className="font-medium text-accent underline"
        onClick={() => onTime(at)}
      >
        {label}
      </button>
    );
  const [file] = files ?? [];
  if (item === undefined || (file === undefined && network === undefined)) return null;
  return (
    <TextLink
      to={
        file === undefined
          ? paths.customiseContent(item, network ?? '')
          : paths.describeFile(item, file)
      }
      onClick={onLeave}
    >
      {label}
    </TextLink>
  );
}
