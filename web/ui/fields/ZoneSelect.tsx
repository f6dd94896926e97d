import type { ComponentProps } from 'react';
import { allZones } from '#contract/zones.ts';
import { OWN_ZONE } from '#web/lib/time/locale.ts';
import { zoneName } from '#web/lib/time/time.ts';
import { Select } from './Select.tsx';

type Props = Pick<ComponentProps<typeof Select>, 'aria-label' | 'autoFocus' | 'id'> & {
  value: string;
  /** The zone that is offered first. */
  own?: string;
  onChange: (zone: string) => void;
};

/** Chooses a zone. */
export function ZoneSelect({ value, own = value, ...props }: Props) {
  const zones = [...new Set([own, OWN_ZONE, 'UTC', ...allZones()])];
  return (
    <Select
      {...props}
      value={value}
      options={zones.map((zone) => ({
        value: zone,
        label: zone === value || zone === own ? zoneName(zone) : zone.replaceAll('_', ' '),
      }))}
    />
  );
}
