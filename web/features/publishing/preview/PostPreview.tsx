import { customisedNetworks, type Item } from '#contract/content/items.ts';
import type { Network } from '#contract/networks/names.ts';
import type { Channel } from '#contract/publishing/channels.ts';
import { useAuth } from '#web/api/auth-store.ts';
import { useMemberName } from '#web/features/people/members/member-queries.ts';
import { NetworkPreview, type PreviewedAccount, type PreviewedPart } from './NetworkPreview.tsx';
import { NetworkSwitch } from './NetworkSwitch.tsx';
import { useNetwork } from './network-store.ts';
import { useEndingOf } from './use-endings.ts';

type Props = {
  parts: (PreviewedPart & Pick<Item, 'id' | 'endings_off'>)[];
  /** Undefined for a text of one's own that does not exist yet. */
  author: number | null | undefined;
  /** Those that it is shown on, in place of its author. */
  accounts: ReadonlyMap<Network, PreviewedAccount & Pick<Channel, 'id'>>;
};

/** A post as the chosen network shows it, in a narrow column. */
export function PostPreview({ parts, author, accounts }: Props) {
  const network = useNetwork((state) => state.network);
  const own = useAuth(({ user }) => user?.name ?? '');
  const name = useMemberName(author ?? null);
  const ending = useEndingOf(parts[0], accounts.get(network));
  return (
    <div className="flex flex-col gap-3 p-4">
      <NetworkSwitch network={network} customised={customisedNetworks(parts)} />
      <NetworkPreview
        compact
        parts={parts}
        network={network}
        ending={ending?.text}
        account={accounts.get(network)}
        author={author === undefined ? own : name}
      />
    </div>
  );
}
