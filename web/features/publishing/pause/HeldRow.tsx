import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { paths } from '#contract/paths.ts';
import { localOf } from '#contract/times.ts';
import { NetworkMark } from '#web/features/networks/NetworkMark.tsx';
import { TimeFields } from '#web/features/publishing/times/TimeFields.tsx';
import { cut } from '#web/lib/text.ts';
import { zonedTime } from '#web/lib/time/time.ts';
import { Button } from '#web/ui/Button.tsx';
import { Segments } from '#web/ui/fields/Segments.tsx';
import { type Choice, type Group, lackingOf, newTime } from './decisions.ts';

const EXCERPT = 80;

const CHOICES = [
  { value: 'now', label: 'Publish now' },
  { value: 'move', label: 'New time' },
  { value: 'leave', label: 'Leave' },
] as const;

type Props = {
  group: Group;
  choice: Choice;
  /** The zone of the workspace. */
  zone: string;
  onChange: (choice: Choice) => void;
  /** The post is opened. */
  onLeave: () => void;
};

/** A post that was due during a pause, and what becomes of it. */
export function HeldRow({ group, choice, zone, onChange, onLeave }: Props) {
  const { held, first } = group;
  const { excerpt, due_at: due } = first.publication;
  const [isOpen, setIsOpen] = useState(false);
  const own = choice.at ?? { ...wallOf(first.next.at, zone), zone };
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 grow basis-64">
        <p dir="auto" className="break-words font-medium">
          {cut(excerpt, EXCERPT)}
        </p>
        <p className="flex flex-wrap items-center gap-1.5 text-muted text-xs">
          {held.map(({ publication: { id, channel } }) => (
            <span key={id} title={channel.handle} className="flex">
              <NetworkMark network={channel.network} />
              <span className="sr-only">{channel.handle}</span>
            </span>
          ))}
          was due {zonedTime(due, zone)}
        </p>
        <Lacks group={group} onLeave={onLeave} />
      </div>
      <div className="flex flex-col items-start gap-1 sm:items-end">
        <Segments
          label={`What becomes of “${cut(excerpt, EXCERPT)}”`}
          value={choice.do}
          options={CHOICES}
          onChange={(next) => onChange({ ...choice, do: next })}
        />
        <Outcome
          group={group}
          choice={choice}
          zone={zone}
          isOpen={isOpen}
          onOpen={() => setIsOpen(!isOpen)}
        />
      </div>
      {isOpen && choice.do === 'move' && (
        <div className="w-full sm:ml-auto sm:max-w-80">
          <TimeFields value={own} own={zone} onChange={(at) => onChange({ do: 'move', at })} />
        </div>
      )}
    </li>
  );
}

/** Why it would not go out as it is now, on which of its channels, and where it is mended. */
function Lacks({ group, onLeave }: Pick<Props, 'group' | 'onLeave'>) {
  const lacking = lackingOf(group);
  const [first] = lacking;
  if (!first) return null;
  const { item, channel } = first.publication;
  const isSome = lacking.length < group.held.length;
  return (
    <p className="mt-1 flex items-start gap-1.5 text-xs">
      <CircleAlert size={16} aria-hidden className="shrink-0 text-warning" />
      <span className="min-w-0">
        {isSome && `${channel.handle}: `}
        {first.lacks}{' '}
        {item !== null && (
          <Link
            to={paths.editContent(item)}
            onClick={onLeave}
            className="font-medium text-accent underline"
          >
            Open the post
          </Link>
        )}
      </span>
    </p>
  );
}

function wallOf(instant: string, zone: string) {
  const local = localOf(instant, zone);
  return { date: local.slice(0, 10), time: local.slice(11) };
}

type OutcomeProps = Pick<Props, 'group' | 'choice' | 'zone'> & {
  isOpen: boolean;
  onOpen: () => void;
};

function Outcome({ group, choice, zone, isOpen, onOpen }: OutcomeProps) {
  const { held, first } = group;
  if (choice.do === 'now')
    return (
      <p className="text-muted text-xs">
        {lackingOf(group).length === held.length ? 'Stays on hold' : 'Goes out at once'}
      </p>
    );
  const isOver = held.some(({ names_day: day }) => day !== null);
  if (choice.do === 'leave')
    return (
      <p className="text-muted text-xs">
        Stays as it is, without a time{isOver && ' · its day is over'}
      </p>
    );
  const at = newTime(group, choice);
  const isSlot = !choice.at && first.next.slot;
  return (
    <p className="text-muted text-xs">
      <Button variant="link" className="h-6 px-0 text-xs" aria-expanded={isOpen} onClick={onOpen}>
        {at ? zonedTime(at, zone) : 'Choose a time'}
      </Button>
      {isSlot && (held.length > 1 ? ' · next free slots' : ' · next free slot')}
    </p>
  );
}
