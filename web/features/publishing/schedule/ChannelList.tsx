import { useRef, useState } from 'react';
import { NETWORK_NAMES } from '#contract/networks/names.ts';
import type { Channel } from '#contract/publishing/channels.ts';
import { SearchInput } from '#web/ui/fields/SearchInput.tsx';
import { ChannelChoice } from './ChannelChoice.tsx';
import { FindingLine } from './FindingLine.tsx';
import { SetMenu, SetName } from './SetMenu.tsx';
import { kindOf, sharedFindings } from './shared-findings.ts';
import type { Choices } from './use-choices.ts';

/** From so many channels on they can be filtered. */
export const MANY_CHANNELS = 8;

type Props = {
  choices: Choices;
  /** The number of parts of the only post. */
  parts: number;
  onLeave: () => void;
};

/** The channels of the publish dialog: which are chosen, and what would be refused there. */
export function ChannelList({ choices, parts, onLeave }: Props) {
  const { item, rows, chosen, choose, options, setOptions, when, setWhen, checkedOf } = choices;
  const { leftOut, going, isChecking } = choices;
  const [open, setOpen] = useState<number | null>(null);
  const [filter, setFilter] = useState('');
  const [naming, setNaming] = useState(false);
  const head = useRef<HTMLDivElement>(null);
  function endNaming() {
    // Back to the menu, before the field is gone.
    head.current?.querySelector('button')?.focus();
    setNaming(false);
  }
  const shown = rows.filter((channel) => matches(channel, filter));
  const shared = sharedFindings(going.flatMap(({ id }) => checkedOf(id) ?? []));
  /** Of a channel that is not published to, only what prevents it. */
  const findingsOf = (id: number) =>
    (checkedOf(id)?.findings ?? []).filter(
      (finding) =>
        finding.level === 'error' ||
        open === id ||
        (going.some((channel) => channel.id === id) &&
          !shared.some(({ key, channels }) => key === kindOf(finding) && channels.includes(id))),
    );
  const onTime = (next: string) =>
    when.kind === 'at' && setWhen({ ...when, date: next.slice(0, 10), time: next.slice(11) });
  return (
    <section aria-label="Channels" className="md:min-h-0 md:overflow-y-auto">
      <div
        ref={head}
        className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-2 border-line border-b px-4 py-2.5 md:px-6"
      >
        <h3 className="font-semibold">Channels</h3>
        <p className="text-muted text-xs tabular-nums">
          {going.length} chosen{leftOut.length > 0 && `, ${leftOut.length} left out`}
        </p>
        <p role="status" className="ml-auto text-muted text-xs">
          {isChecking && <span className="appear-late">Checking…</span>}
        </p>
        <SetMenu choices={choices} onName={() => setNaming(true)} />
        {rows.length >= MANY_CHANNELS && (
          <SearchInput
            size="small"
            className="w-full"
            aria-label="Filter channels"
            placeholder="Filter by name or network"
            value={filter}
            onChange={({ target }) => setFilter(target.value)}
          />
        )}
      </div>
      {naming && <SetName choices={choices} onClose={endNaming} />}
      {shared.length > 0 && (
        <ul
          aria-label="Warnings of several channels"
          className="flex flex-col gap-1.5 border-line border-b px-4 py-3 md:px-6"
        >
          {shared.map((finding) => (
            <FindingLine
              key={`${finding.key} ${finding.channels[0]}`}
              finding={finding}
              places={placesOf(going, finding.channels)}
              item={item}
              onTime={onTime}
              onLeave={onLeave}
            />
          ))}
        </ul>
      )}
      <ul data-first-focus>
        {shown.map((channel) => (
          <ChannelChoice
            key={channel.id}
            channel={channel}
            checked={checkedOf(channel.id)}
            findings={findingsOf(channel.id)}
            chosen={chosen.has(channel.id)}
            onChoose={(on) => choose(channel.id, on)}
            options={options[channel.id] ?? {}}
            onOptions={(next) => setOptions({ ...options, [channel.id]: next })}
            isOpen={open === channel.id}
            onOpen={(on) => setOpen(on ? channel.id : null)}
            item={item}
            parts={parts}
            onLeave={onLeave}
            onTime={onTime}
          />
        ))}
      </ul>
      {shown.length === 0 && (
        <p role="status" className="p-4 text-muted md:px-6">
          No channel matches.
        </p>
      )}
    </section>
  );
}

export function matches({ network, handle, name }: Channel, filter: string): boolean {
  const text = `${handle} ${name} ${NETWORK_NAMES[network]}`.toLowerCase();
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** The names of networks, or '3 channels' where a network has several of them. */
function placesOf(going: readonly Channel[], ids: readonly number[]): string {
  const names = going
    .filter(({ id }) => ids.includes(id))
    .map(({ network }) => NETWORK_NAMES[network]);
  return new Set(names).size === names.length && names.length <= 4
    ? names.join(', ')
    : `${names.length} channels`;
}
