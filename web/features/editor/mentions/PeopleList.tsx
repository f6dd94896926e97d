import { AtSign } from 'lucide-react';
import { useId } from 'react';
import type { Mentioned } from '#contract/content/mentioned.ts';
import { MENTIONING } from '#contract/content/mentions.ts';
import { NETWORK_NAMES, type Network } from '#contract/networks/names.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { CaretMenu, CaretNote, CaretOption } from './CaretMenu.tsx';

/** Who can be mentioned: a person, one who was mentioned before, or whose handles are written by hand. */
export type Offered = { name: string; handle: string; network: Network } | Mentioned | 'by hand';

/** The names of the networks where a handle is known. */
const networksOf = ({ handles }: Mentioned) =>
  MENTIONING.flatMap((network) => (handles[network] ? [NETWORK_NAMES[network]] : [])).join(', ');

/** An offer as it is read out. */
export const spoken = (entry: Offered) =>
  entry === 'by hand'
    ? 'Write the handles'
    : 'handles' in entry
      ? `${entry.name}, on ${networksOf(entry)}, mentioned before`
      : `${entry.name}, @${entry.handle} on ${NETWORK_NAMES[entry.network]}`;

type Props = {
  field: HTMLTextAreaElement;
  top: number;
  left: number;
  typed: string;
  offered: readonly Offered[];
  pointed: Offered | undefined;
  isAsked: boolean;
  isEmpty: boolean;
  failures: readonly string[];
  onChoose: (entry: Offered) => void;
};

/** The people for what is typed, at the caret. */
export function PeopleList(props: Props) {
  const { field, top, left, typed, offered, pointed, isAsked, isEmpty, failures, onChoose } = props;
  return (
    <CaretMenu id={useId()} label="People" field={field} place={{ top, left }}>
      {isAsked && <CaretNote>Looking people up…</CaretNote>}
      {isEmpty && <CaretNote>Nobody found</CaretNote>}
      {failures.map((failure) => (
        <CaretNote key={failure}>{failure}</CaretNote>
      ))}
      {offered.map((entry) => (
        <CaretOption
          key={
            entry === 'by hand'
              ? entry
              : 'handles' in entry
                ? `known ${entry.name}`
                : `${entry.network} ${entry.handle}`
          }
          isPointed={entry === pointed}
          onChoose={() => onChoose(entry)}
        >
          {entry === 'by hand' ? (
            <>
              <AtSign size={14} aria-hidden className="shrink-0 text-muted" />
              <span className="truncate">Write the handles of “{typed}”</span>
            </>
          ) : 'handles' in entry ? (
            <>
              <Avatar name={entry.name} size="small" />
              <bdi className="min-w-0 grow truncate">{entry.name}</bdi>
              <span className="shrink-0 text-muted text-xs">{networksOf(entry)}</span>
            </>
          ) : (
            <>
              {/* No picture: the browser would ask the server of the network for it. */}
              <Avatar name={entry.name} size="small" />
              <bdi className="min-w-0 truncate">{entry.name}</bdi>
              <span className="min-w-0 grow truncate text-muted text-xs">@{entry.handle}</span>
              <span className="shrink-0 text-muted text-xs">{NETWORK_NAMES[entry.network]}</span>
            </>
          )}
        </CaretOption>
      ))}
    </CaretMenu>
  );
}
