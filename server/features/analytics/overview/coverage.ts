import type { Coverage } from '#contract/analytics/overview.ts';
import type { Network } from '#contract/networks/names.ts';
import type { Adapters } from '../../networks/networks.service.ts';
import { figuresFor } from '../figures/figures.service.ts';
import type { ChannelRow } from './channels.sql.ts';
import type { Context } from './query.ts';

/** Whether figures of a channel are known, and why not. */

export type WithAdapters = Context & { adapters: Adapters };

export const refOf = ({ id, network, handle, name }: ChannelRow) => ({
  id,
  network,
  handle,
  name,
});

export function coverageOfChannel(
  adapters: Adapters,
  row: {
    network: Network;
    remote_id: string;
    server: string;
    lacks_permission: boolean;
    is_read: boolean;
  },
): Coverage {
  if (figuresFor(adapters, row) === undefined) return 'not_offered';
  if (row.lacks_permission) return 'permission';
  return row.is_read ? 'counted' : 'waiting';
}
