import { NETWORK_NAMES, type Network } from '../networks/names.ts';

/** What the checks of a post find, and what mends it. */

export type Finding = {
  /** An error prevents publishing. */
  level: 'error' | 'warning';
  text: string;
  /** The part that it is about, from 0. */
  part?: number | undefined;
  /** What mends it. */
  mend?: Mend | undefined;
};

/** One of: another wall time, the alt texts of files, a text of its own for the network. */
export type Mend = {
  label: string;
  at?: string | undefined;
  files?: number[] | undefined;
  network?: Network | undefined;
};

export const customise = (network: Network): Mend => ({
  label: `Customise for ${NETWORK_NAMES[network]}`,
  network,
});

/** The findings that prevent publishing. */
export const errorsIn = (findings: readonly Finding[]): Finding[] =>
  findings.filter(({ level }) => level === 'error');
