import type { FixedFacts } from '#contract/publishing/fixed-variables.ts';
import { useAuth } from '#web/api/auth-store.ts';
import { useWorkspace, useZone } from '#web/api/workspace.ts';

/**
 * What the fixed variables of a text are filled in from, if it went out now.
 * @param author undefined for a text of one's own
 */
export function useFixedFacts({
  network,
  channel = '',
  author,
}: Pick<FixedFacts, 'network'> & {
  channel?: string | undefined;
  author?: string | undefined;
}): FixedFacts {
  const zone = useZone();
  const workspace = useWorkspace().data?.name ?? '';
  const own = useAuth(({ user }) => user?.name ?? '');
  const at = new Date().toISOString();
  return { network, channel, at, zone, workspace, author: author ?? own };
}
