import type { RunBody } from '#contract/assistant/runs.ts';
import { NETWORK_NAMES, type Network } from '#contract/networks/names.ts';
import {
  type Asking,
  type Question,
  shownProposal,
} from '#web/features/assistant/asking/asking.ts';
import { type Counting, overBy } from '#web/features/assistant/asking/counting.ts';
import { settingOf } from '#web/features/assistant/asking/questions.ts';
import type { RunFailure } from '#web/features/assistant/runs/failures.ts';
import type { VersionTexts, WideHost } from './wide-host.ts';

/** The versions of a post for networks, and what can be done with each. Pure. */

export const nameOfVersion = (network: Network) => `version ${network}`;

export type VersionText = {
  /** Of the part. */
  key: string;
  /** What is published now. */
  before: string;
  proposed: string;
  counting: Counting;
  over: number;
};

export type Version = {
  network: Network;
  handle: string | undefined;
  state: 'none' | 'writing' | 'failed' | 'same' | 'taken' | 'over' | 'ready';
  /** Of the parts that are still there. */
  texts: readonly VersionText[];
  /** By how many characters the longest is too long. */
  over: number;
  /** It was too long, and asked for a second time. */
  isSecond: boolean;
  /** Its author has written one. */
  hasOwn: boolean;
  /** The text is another one than when it was asked for. */
  isStale: boolean;
  failure: RunFailure | undefined;
};

export const countingFor = (
  { accountOf }: Pick<WideHost, 'accountOf'>,
  network: Network,
  hasMedia: boolean,
): Counting => ({ network, limits: accountOf(network)?.limits ?? {}, hasMedia });

/** What a question about the whole post says besides its texts. */
export const settingFor = (host: WideHost, network: Network, voice: RunBody['voice']) =>
  settingOf({
    ...countingFor(
      host,
      network,
      host.parts.some(({ hasMedia }) => hasMedia),
    ),
    folder: host.folder,
    item: host.item,
    voice,
  });

/** What is known of the version for a network. */
export function versionOf(host: WideHost, network: Network, asking: Asking): Version {
  const proposal = shownProposal(asking);
  const keys = proposal?.question.parts ?? [];
  const given = proposal?.result.kind === 'parts' ? proposal.result.parts : [];
  const found = host.parts.flatMap((part) => {
    const proposed = given[keys.indexOf(part.key)]?.text;
    return proposed === undefined ? [] : [{ part, proposed }];
  });
  const texts = found.map(({ part, proposed }): VersionText => {
    const counting = countingFor(host, network, part.hasMedia);
    const over = overBy(proposed, counting);
    return { key: part.key, before: part.own[network] ?? part.text, proposed, counting, over };
  });
  const over = Math.max(0, ...texts.map((text) => text.over));
  const hasOwn = host.parts.some(({ own }) => own[network] !== undefined);
  const isTaken = texts.every(({ before, proposed }) => before === proposed);
  const state = () => {
    if (asking.phase === 'writing') return 'writing';
    if (asking.phase !== 'idle') return 'failed';
    if (texts.length === 0) return 'none';
    if (isTaken) return hasOwn ? 'taken' : 'same';
    return over > 0 ? 'over' : 'ready';
  };
  return {
    network,
    handle: host.accountOf(network)?.handle,
    state: state(),
    texts,
    over,
    isSecond: proposal?.isSecond ?? false,
    hasOwn,
    isStale: proposal !== undefined && proposal.question.before !== textOf(host),
    failure: asking.failure,
  };
}

const textOf = ({ parts }: WideHost) => parts.map(({ text }) => text).join('\n\n');

/** What a version is asked for with. @param voice undefined: the default of the folder */
export function versionQuestion(
  host: WideHost,
  network: Network,
  { voice, ...how }: Pick<RunBody, 'instruction' | 'voice'> & { version?: Version | undefined },
): Question {
  const { version, instruction } = how;
  // What is proposed is changed where it is said what to change.
  const changed = instruction && version && version.texts.length > 0 ? version.texts : undefined;
  return {
    body: {
      action: 'version',
      parts: changed?.map(({ proposed }) => proposed) ?? host.parts.map(({ text }) => text),
      ...(instruction && { instruction }),
      ...settingFor(host, network, voice),
    },
    label: `Version for ${NETWORK_NAMES[network]}`,
    before: textOf(host),
    start: 0,
    end: 0,
    parts: changed?.map(({ key }) => key) ?? host.parts.map(({ key }) => key),
  };
}

/** What is taken of a version. */
export const takenTexts = ({ texts }: Version): VersionTexts =>
  new Map(texts.map(({ key, proposed }) => [key, proposed]));

/** 'Ready', '16 over'. */
export function stateText({ state, over }: Version): string {
  switch (state) {
    case 'none':
      return 'Stopped';
    case 'writing':
      return 'Writing';
    case 'failed':
      return 'Failed';
    case 'same':
      return 'As it is';
    case 'taken':
      return 'Taken';
    case 'over':
      return `${over} over`;
    case 'ready':
      return 'Ready';
  }
}
