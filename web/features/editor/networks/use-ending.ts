import { useShallow } from 'zustand/react/shallow';
import type { Network } from '#contract/networks/names.ts';
import { endingOn } from '#contract/publishing/ending-text.ts';
import { useEditorState } from '#web/features/editor/store/editor-context.ts';
import { useEndings } from '#web/features/publishing/preview/use-endings.ts';
import { useShownNetworks } from './use-shown-networks.ts';

/** What the text ends with on the account of a network that is shown, by the network. */
export function useEndingsShown() {
  const saved = useEditorState(({ base }) => base.saved?.id);
  const off = useEditorState(useShallow(({ fields }) => fields.endings_off));
  const { accounts } = useShownNetworks();
  const { data = [] } = useEndings(saved);
  /** @param taken also where it was taken off */
  return (network: Network, taken: 'off' | 'on' = 'on') =>
    endingOn(data, accounts.get(network)?.id, taken === 'on' ? off : []);
}
