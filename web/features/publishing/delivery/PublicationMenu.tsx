import { CalendarClock, CircleSlash, Link2, MoreHorizontal, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Publication } from '#contract/publishing/publications.ts';
import { useCapabilities } from '#web/api/workspace.ts';
import { networkOf, waitsAWhile } from '#web/features/publishing/publications/publication-words.ts';
import {
  useCancel,
  useDeleteRemote,
  useMove,
} from '#web/features/publishing/publications/publishing-queries.ts';
import { MoveTimeDialog } from '#web/features/publishing/schedule/lazy-dialogs.tsx';
import { copyText } from '#web/lib/clipboard.ts';
import { plural } from '#web/lib/text.ts';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx';
import { Menu, MenuItem } from '#web/ui/overlays/Menu.tsx';
import { IsItPublished } from './IsItPublished.tsx';

/** More actions for a publication. */
export function PublicationMenu({ publication, zone }: { publication: Publication; zone: string }) {
  const can = useCapabilities();
  const [open, setOpen] = useState<'time' | 'delete' | 'leave' | null>(null);
  const cancel = useCancel('Cancelled');
  const leave = useCancel('Left as it is');
  const move = useMove();
  const remove = useDeleteRemote();
  const { id, state, sent, removed, url, channel } = publication;
  const network = networkOf(publication);
  const changes = can('decide') || (state === 'proposed' && can('write'));
  const waits = state === 'scheduled' || state === 'proposed';
  const isPaused = state === 'publishing' && waitsAWhile(publication);
  // Also what was left: its deletion can be tried again.
  const isOut = sent > removed && ['published', 'stopped', 'cancelled'].includes(state);
  // It is left or deleted by who has looked.
  const mayBeThere = publication.may_be_there;
  if (!changes && !url) return null;
  const leaveAs = (sent: boolean) => {
    leave.mutate({ id, sent });
    setOpen(null);
  };
  return (
    <>
      <Menu
        trigger={
          <Button
            variant="ghost"
            size="icon"
            aria-label={`More actions for ${channel.handle} on ${network}`}
            title="More"
          >
            <MoreHorizontal size={16} aria-hidden />
          </Button>
        }
      >
        {changes && state === 'scheduled' && (
          <MenuItem icon={Send} onSelect={() => move.mutate({ id, at: null })}>
            Publish now
          </MenuItem>
        )}
        {changes && waits && (
          <MenuItem icon={CalendarClock} onSelect={() => setOpen('time')}>
            Move to…
          </MenuItem>
        )}
        {changes && (waits || isPaused) && (
          <MenuItem icon={CircleSlash} onSelect={() => cancel.mutate({ id })}>
            {sent > 0 ? 'Leave it as it is' : 'Cancel'}
          </MenuItem>
        )}
        {url && (
          <MenuItem icon={Link2} onSelect={() => void copyText(url)}>
            Copy link
          </MenuItem>
        )}
        {changes && state === 'stopped' && (
          <MenuItem
            icon={CircleSlash}
            onSelect={() => (mayBeThere ? setOpen('leave') : leave.mutate({ id }))}
          >
            Leave it as it is
          </MenuItem>
        )}
        {changes && isOut && (
          <MenuItem icon={Trash2} danger onSelect={() => setOpen('delete')}>
            Delete what is published
          </MenuItem>
        )}
      </Menu>
      {open === 'time' && (
        <MoveTimeDialog publication={publication} zone={zone} onClose={() => setOpen(null)} />
      )}
      <ConfirmDialog
        open={open === 'delete'}
        title={`Delete ${plural(sent - removed, 'part')} on ${network}?`}
        question={
          mayBeThere
            ? `Others may have seen or copied them. The next part may be on ${network}, too: go on only if you have looked and it is not there.`
            : 'Others may have seen or copied them.'
        }
        confirm="Delete"
        onConfirm={() => {
          remove.mutate({ id, ...(mayBeThere && { sent: false }) });
          setOpen(null);
        }}
        onClose={() => setOpen(null)}
      />
      <IsItPublished
        publication={publication}
        open={open === 'leave'}
        onAnswer={leaveAs}
        onClose={() => setOpen(null)}
      />
    </>
  );
}
