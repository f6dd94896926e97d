import { NETWORKS, type Network, networks } from '#contract/networks.ts';
import { setNetwork } from '#web/api/network-store.ts';
import { Field, Select } from '#web/ui/Field.tsx';

/** The network whose limit applies to counters and splitting. */
export const NetworkSelect = ({ network }: { network: Network }) => (
  <Field
    label="Count for"
    hint={`A post on ${networks[network].name} has up to ${networks[network].limit} characters.`}
  >
    <Select value={network} onChange={({ target }) => setNetwork(target.value as Network)}>
      {NETWORKS.map((one) => (
        <option key={one} value={one}>
          {networks[one].name}
        </option>
      ))}
    </Select>
  </Field>
);
