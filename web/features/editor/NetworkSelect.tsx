import { PenLine } from 'lucide-react';
import { NETWORK_NAMES, NETWORKS, type Network } from '#contract/networks/names.ts';
import { setNetwork } from '#web/features/preview/network-store.ts';
import { later } from '#web/lib/later.ts';
import { Button } from '#web/ui/Button.tsx';
import { Field } from '#web/ui/Field.tsx';
import { Select } from '#web/ui/Select.tsx';

const [useRules] = later(() => import('#contract/networks/networks.ts'));

type Props = {
  network: Network;
  /** Gives every part a text for this network; undefined where they have one. */
  onCustomise: (() => void) | undefined;
};

/** The network whose limit applies to counters and splitting. */
export function NetworkSelect({ network, onCustomise }: Props) {
  const limit = useRules(true)?.networks[network].limit;
  return (
    <div className="flex flex-col items-start gap-1">
      <Field
        className="w-full"
        label="Count for"
        hint={`A post on ${NETWORK_NAMES[network]} has up to ${limit ?? '…'} characters.`}
      >
        <Select
          value={network}
          options={NETWORKS.map((value) => ({ value, label: NETWORK_NAMES[value] }))}
          onChange={setNetwork}
        />
      </Field>
      {onCustomise && (
        <Button variant="link" className="-ml-3" onClick={onCustomise}>
          <PenLine size={16} aria-hidden />
          Customise for {NETWORK_NAMES[network]}
        </Button>
      )}
    </div>
  );
}
