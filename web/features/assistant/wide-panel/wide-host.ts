import type { Network } from '#contract/networks/names.ts';
import type { Limits } from '#contract/networks/network-rules.ts';

/** A part of the post, as it is now. */
type WidePart = {
  key: string;
  text: string;
  /** The texts that it has for networks in place of its own. */
  own: Readonly<Partial<Record<Network, string>>>;
  hasMedia: boolean;
};

/** The texts of parts for a network, by their keys. */
export type VersionTexts = ReadonlyMap<string, string>;

/** What a proposal for a whole post needs of the editor that it is in. */
export type WideHost = {
  parts: readonly WidePart[];
  /** Those that there can be versions for, in the order of the channels. */
  networks: readonly Network[];
  /** The account that is shown for a network. */
  accountOf: (network: Network) => { handle: string; limits: Limits } | undefined;
  /** The network that is counted for. */
  network: Network;
  folder: number | null;
  item: number | undefined;
  /** Whether it is beside the text; else it covers it. */
  isBeside: boolean;
  /** What is asked about is saved first, so that it is a version of its own. */
  onAsk: () => void;
  /** Takes texts for networks, in one step; returns what takes those of one network back. */
  takeVersions: (versions: ReadonlyMap<Network, VersionTexts>) => (network: Network) => void;
  /** Puts the parts of a thread in place of the text, in one step. */
  takeThread: (texts: readonly string[]) => void;
  /** Closes it, and gives the focus back to the text. */
  close: () => void;
};
