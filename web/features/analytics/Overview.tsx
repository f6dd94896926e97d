import type { Address } from './analytics-address.ts';
import { SampleFigures } from './SampleFigures.tsx';

export function Overview(_: { address: Address }) {
  return <SampleFigures />;
}
