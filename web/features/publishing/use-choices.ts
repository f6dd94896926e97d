import { useState } from 'react';
import type { Channel } from '#contract/publishing/channels.ts';
import { appliedOptions } from '#contract/publishing/checks.ts';
import { useDebounced } from '#web/lib/use-debounced.ts';
import { errorsOf, type Options } from './ChannelChoice.tsx';
import { usePublishingCheck } from './publishing-queries.ts';
import type { Subject } from './subject.ts';
import type { When } from './WhenField.tsx';
import { describeTime, localTime } from './wall-times.ts';

const CHECK_MS = 250;

/** The channels that were chosen last, in this workspace. */
const storageKey = (workspace: number) => `publish-channels-${workspace}`;
function lastChosen(workspace: number): number[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey(workspace)) ?? '[]');
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'number') : [];
  } catch {
    return [];
  }
}

export function rememberChosen(workspace: number, channels: readonly number[]) {
  localStorage.setItem(storageKey(workspace), JSON.stringify(channels));
}

export type Choices = ReturnType<typeof useChoices>;

/** The chosen channels, their options and the time, and what the server finds wrong with them. */
export function useChoices(subject: Subject, channels: readonly Channel[], workspace: number) {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(
    () => new Set(subject.channels?.length ? subject.channels : lastChosen(workspace)),
  );
  const [options, setOptions] = useState<Record<number, Options>>({});
  const [when, setWhen] = useState<When>(
    subject.at ? { kind: 'at', ...subject.at } : { kind: 'now' },
  );
  const time = timeOf(when);
  const isTime = when.kind !== 'at' || !describeTime(when).isError;
  const given = {
    at: isTime && time !== 'draft' ? time : null,
    options: filled(options, channels),
  };
  // As text: an equal object is another one at each rendering.
  const settled = useDebounced(JSON.stringify(given), CHECK_MS);
  const item = subject.items.length === 1 ? subject.items[0] : undefined;
  const check = usePublishingCheck(item, JSON.parse(settled));
  const checkedOf = (id: number) => check.data?.find(({ channel }) => channel === id);
  const leftOut = channels.filter(({ id }) => errorsOf(checkedOf(id)).length > 0);
  return {
    item,
    chosen,
    choose: (channel: number, on: boolean) =>
      setChosen((before) => {
        const next = new Set(before);
        if (on) next.add(channel);
        else next.delete(channel);
        return next;
      }),
    options,
    setOptions,
    /** As they are sent. */
    filled: given.options,
    when,
    setWhen,
    /** As it is sent. */
    time,
    isTime,
    isChecking: check.isFetching,
    checkedOf,
    leftOut,
    going: channels.filter((channel) => chosen.has(channel.id) && !leftOut.includes(channel)),
  };
}

function timeOf(when: When) {
  if (when.kind === 'now') return null;
  if (when.kind !== 'at') return when.kind;
  return { local: localTime(when) ?? '', zone: when.zone };
}

/** Without empty choices, and without those that a channel does not offer. */
const filled = (options: Record<number, Options>, channels: readonly Channel[]) =>
  Object.fromEntries(
    channels.flatMap(({ id, network, limits }) => {
      const own = options[id];
      return own ? [[id, appliedOptions(network, limits, { options: own, kinds: [] })]] : [];
    }),
  );
