import { useState, useSyncExternalStore } from 'react';
import { zoneName } from '#web/lib/time/time.ts';
import { Field } from './Field.tsx';
import { ZoneSelect } from './ZoneSelect.tsx';

type Props = { value: string; onChange: (zone: string) => void };

const never = () => () => undefined;

/** The zone of a workspace that is being made, in a line until somebody wants another one. */
export function ZoneChoice({ value, onChange }: Props) {
  const [isChanging, setChanging] = useState(false);
  // Prerendered without the zone, which is that of the machine there.
  const zone = useSyncExternalStore(
    never,
    () => value,
    () => null,
  );
  if (isChanging)
    return (
      <Field label="Time zone" hint="Times are chosen and shown in this zone.">
        <ZoneSelect autoFocus value={value} onChange={onChange} />
      </Field>
    );
  return (
    <p className="min-h-6 text-muted text-xs leading-6">
      {zone && (
        <>
          Times in {zoneName(zone)} ·{' '}
          <button
            type="button"
            aria-label="Change the time zone"
            className="min-h-6 font-medium text-accent underline"
            onClick={() => setChanging(true)}
          >
            Change
          </button>
        </>
      )}
    </p>
  );
}
