import { useState } from 'react';
import type { Channel } from '#contract/publishing/channels.ts';
import { appliedOptions } from '#contract/publishing/checks.ts';
import {
  type ChosenAfterwards,
  NOTHING,
} from '#web/features/publishing/afterwards/afterwards-form.ts';
import { useIsPaused } from '#web/features/publishing/pause/pause-store.ts';
import {
  useLinkCards,
  usePublishingCheck,
} from '#web/features/publishing/publications/publishing-queries.ts';
import {
  describeTime,
  localTime,
  type WallTime,
} from '#web/features/publishing/times/wall-times.ts';
import { useDebounced } from '#web/lib/use-debounced.ts';
import { errorsOf, type Options } from './ChannelChoice.tsx';
import {
  type RememberedChoices,
  rememberChoices,
  rememberedChoices,
} from './remembered-choices.ts';
import type { Subject } from './subject.ts';
import type { When } from './WhenField.tsx';

const CHECK_MS = 250;

/** What a person is likely to choose. */
export type Proposal = {
  /** The time and the channels that a draft has in the calendar. */
  plan?: { at: WallTime; channels: readonly number[] } | undefined;
  /** What the template of a post names. */
  suggested?: { channels: readonly number[]; options: Record<string, Options> } | undefined;
  /** The channels of other posts of the folder, the one that was used last first. */
  used: readonly { channel: number; is_latest: boolean }[];
};

export type Choices = ReturnType<typeof useChoices>;

/** The chosen channels, their options and the time, and what the server finds wrong with them. */
export function useChoices(
  subject: Subject,
  channels: readonly Channel[],
  workspace: number,
  proposal: Proposal,
) {
  const [own, setOwn] = useState(() => firstChoices(subject, channels, workspace, proposal));
  const { options, when } = own;
  const chosen: ReadonlySet<number> = new Set(own.chosen);
  // Rows keep their place while channels are ticked, and what a set contains comes first.
  const [first, setFirst] = useState<readonly number[]>(() => [
    ...own.chosen,
    ...proposal.used.map(({ channel }) => channel),
  ]);
  function change(part: Partial<RememberedChoices>) {
    const next = { ...own, ...part };
    setOwn(next);
    if (subject.post !== undefined) rememberChoices(workspace, subject.post, next);
  }
  const time = timeOf(when);
  const isTime = isTimeOf(when, useIsPaused());
  const given = {
    at: isTime && time !== 'draft' ? time : null,
    options: filled(options, channels),
  };
  // As text: an equal object is another one at each rendering.
  const settled = useDebounced(JSON.stringify(given), CHECK_MS);
  const item = subject.items.length === 1 ? subject.items[0] : undefined;
  const check = usePublishingCheck(item, JSON.parse(settled));
  const cards = useLinkCards(item);
  const checkedOf = (id: number) => {
    const found = check.data?.find(({ channel }) => channel === id);
    const ofLinks = cards.data?.find(({ channel }) => channel === id)?.findings ?? [];
    return found && { ...found, findings: [...found.findings, ...ofLinks] };
  };
  const isLeftOut = ({ id }: Channel) => errorsOf(checkedOf(id)).length > 0;
  const rows = inOrder(channels, first);
  const ticked = rows.filter(({ id }) => chosen.has(id));
  return {
    item,
    /** All channels, in the order of the list. */
    rows,
    chosen,
    choose: (channel: number, on: boolean) =>
      change({
        chosen: on ? [...own.chosen, channel] : own.chosen.filter((id) => id !== channel),
      }),
    /** Chooses these channels in place of the others. */
    chooseOnly: (ids: readonly number[]) => {
      change({ chosen: ids });
      setFirst([...ids, ...first]);
    },
    options,
    setOptions: (next: Record<number, Options>) => change({ options: next }),
    /** As they are sent. */
    filled: given.options,
    when,
    setWhen: (next: When) => change({ when: next }),
    afterwards: own.afterwards ?? NOTHING,
    setAfterwards: (next: ChosenAfterwards) => change({ afterwards: next }),
    /** As it is sent. */
    time,
    isTime,
    isChecking: check.isFetching,
    checkedOf,
    /** The chosen ones that would be refused, and the others. */
    leftOut: ticked.filter(isLeftOut),
    going: ticked.filter((channel) => !isLeftOut(channel)),
    /** Of the only post. */
    folder: subject.folder,
  };
}

/**
 * What was chosen before for this post, else what is planned for it, else what its template names,
 * else the only channel, else
 * those of the post of this folder that was scheduled last.
 */
function firstChoices(
  { post, items, at, channels: proposed }: Subject,
  channels: readonly Channel[],
  workspace: number,
  { plan, suggested, used }: Proposal,
): RememberedChoices {
  const kept = post === undefined ? undefined : rememberedChoices(workspace, post);
  const planned = at ?? (kept ? undefined : plan?.at);
  const latest = used.filter(({ is_latest }) => is_latest).map(({ channel }) => channel);
  const [candidates] = [
    proposed,
    plan?.channels,
    suggested?.channels,
    channels.length === 1 ? channels.map(({ id }) => id) : [],
  ].filter((ids) => ids !== undefined && ids.length > 0);
  const chosen = kept?.chosen ?? candidates ?? (items.length === 1 ? latest : []);
  return {
    // What was disconnected meanwhile is in no list.
    chosen: chosen.filter((id) => channels.some((channel) => channel.id === id)),
    options: kept?.options ?? suggested?.options ?? {},
    ...(kept?.afterwards && { afterwards: kept.afterwards }),
    when: planned ? { kind: 'at', ...planned } : (kept?.when ?? { kind: 'now' }),
  };
}

/** These come first. */
function inOrder(channels: readonly Channel[], first: readonly number[]): Channel[] {
  const order = new Set([...first, ...channels.map(({ id }) => id)]);
  return [...order].flatMap((id) => channels.find((channel) => channel.id === id) ?? []);
}

const isTimeOf = (when: When, isPaused: boolean) =>
  when.kind === 'at' ? !describeTime(when).isError : when.kind !== 'now' || !isPaused;

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
