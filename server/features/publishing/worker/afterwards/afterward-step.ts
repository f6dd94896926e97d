import type { Owner } from '../taken.ts';
import type { DueAfterward } from './afterward-runner.sql.ts';

/** A step of what is done with a publication afterwards. */

/** Longer than a call and what is stored after it: a process that died has left it. */
export const LEASE_SECONDS = 120;

export type Started = {
  due: DueAfterward;
  step: 'prepare' | 'send' | 'find' | 'remove';
  attempt: { id: number; began_at: string };
};

/** The text of a reply as it is sent, or as it is written while that is not decided. */
export const textOf = ({ frozen, content }: DueAfterward): string => frozen?.text ?? content ?? '';

/** What the id that it gets belongs to; that of a deletion to nothing. */
export const ownerOf = ({
  id: afterward,
  kind,
  channel: { id: channel },
}: DueAfterward): Owner => ({
  kind: kind === 'reply' ? kind : 'repost',
  channel,
  afterward,
});
