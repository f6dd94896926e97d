import { expect, test } from 'vitest';
import { AFTERWARD_KINDS } from './afterward-kinds.ts';
import { networksWith, policyOf, whyNot } from './afterward-rules.ts';
import { ALL_NETWORKS } from './names.ts';
import { networks } from './networks.ts';

test('What can be deleted afterwards is what can be deleted at all', () => {
  for (const network of ALL_NETWORKS)
    expect([network, whyNot(network, 'remove') === null]).toEqual([
      network,
      networks[network].deletes === true,
    ]);
});

test('Whatever a network does not have, it says why, and never both', () => {
  for (const network of ALL_NETWORKS)
    for (const kind of AFTERWARD_KINDS) {
      const why = whyNot(network, kind);
      if (why !== null) expect([why.length > 10, policyOf(network, kind)]).toEqual([true, null]);
      const text = why ?? policyOf(network, kind) ?? '';
      expect(text).not.toMatch(/\.$/);
    }
  expect(networksWith('repost')).not.toContain('Instagram');
});
