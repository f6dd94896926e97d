import { useDeferredValue } from 'react';
import { customisedNetworks } from '#contract/content/items.ts';
import { useAuth } from '#web/api/auth-store.ts';
import { useMemberName } from '#web/features/members/member-queries.ts';
import { NetworkPreview, type PreviewedPart } from '#web/features/preview/NetworkPreview.tsx';
import { NetworkSwitch } from '#web/features/preview/NetworkSwitch.tsx';
import { useNetwork } from '#web/features/preview/network-store.ts';

export type EditorPreviewProps = {
  parts: PreviewedPart[];
  /** Undefined for a new text. */
  author: number | null | undefined;
};

/** The text that is being written, as the chosen network shows it. It never delays typing. */
export function EditorPreview({ parts, author }: EditorPreviewProps) {
  const network = useNetwork((state) => state.network);
  const own = useAuth(({ user }) => user?.name ?? '');
  const name = useMemberName(author ?? null);
  const shown = useDeferredValue(parts);
  return (
    <div className="flex flex-col gap-3">
      <NetworkSwitch network={network} customised={customisedNetworks(shown)} />
      <NetworkPreview
        compact
        parts={shown}
        network={network}
        author={author === undefined ? own : name}
      />
    </div>
  );
}
