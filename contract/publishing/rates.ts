/** Shares of visits, with how sure they are. */

export type Rate = { rate: number; low: number; high: number };

/** Of the standard normal distribution, for an interval of 90 %. */
const Z = 1.645;

/** A share of all, with its interval (Wilson, 90 %); null where there are none. */
export function rateOf(some: number, all: number): Rate | null {
  if (all <= 0) return null;
  const share = some / all;
  const scale = 1 + Z ** 2 / all;
  const middle = (share + Z ** 2 / (2 * all)) / scale;
  const reach = (Z / scale) * Math.sqrt((share * (1 - share)) / all + Z ** 2 / (4 * all ** 2));
  return {
    rate: share,
    low: Math.max(0, Math.min(share, middle - reach)),
    high: Math.min(1, Math.max(share, middle + reach)),
  };
}

/** Whether the interval says something: it is not wider than the share itself. */
export const isTelling = ({ rate, low, high }: Rate): boolean => high - low <= rate;
