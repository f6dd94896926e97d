import { useMutation, useQuery } from '@tanstack/react-query';
import { Archive } from 'lucide-react';
import { useState } from 'react';
import * as installation from '#contract/core/installation.ts';
import { call } from '#web/api/client.ts';
import { keys, queryClient } from '#web/api/query.ts';
import { useCan, useZone } from '#web/api/workspace.ts';
import { zonedTime } from '#web/lib/time/time.ts';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx';
import { toast } from '#web/ui/overlays/toast.ts';

/** Shown on every page of a restored copy until it takes over from its original. */
export function RestBanner() {
  const { data } = useQuery({
    queryKey: keys.installation,
    queryFn: ({ signal }) => call(installation.getInstallation, { signal }),
  });
  const mayTakeOver = useCan('own');
  const zone = useZone();
  if (!data?.at_rest) return null;
  return (
    <section
      aria-label="Restored copy"
      className="flex items-center gap-x-3 gap-y-2 border-line border-b bg-surface px-4 py-1.5 lg:px-8"
    >
      <Archive size={16} aria-hidden className="shrink-0 text-muted" />
      <p className="min-w-0 grow break-words">
        This is a restored copy: it publishes nothing until it takes over.
        <span className="max-sm:hidden">
          {' '}
          It was restored from a backup of {zonedTime(data.at_rest.backup_at, zone)}. It sends no
          emails and accepts no files.
        </span>
      </p>
      {mayTakeOver && <TakeOver />}
    </section>
  );
}

function TakeOver() {
  const [isAsking, setIsAsking] = useState(false);
  const takeOver = useMutation({
    mutationFn: () => call(installation.takeOver, {}),
    onSuccess: ({ stopped }) =>
      toast({
        title: 'This installation has taken over',
        description: stopped
          ? `${stopped} ${stopped === 1 ? 'post' : 'posts'} may have been published since the backup: see Needs attention.`
          : 'It publishes what is scheduled.',
      }),
    onError: (error) =>
      toast({
        title: 'Error',
        description: error.message || 'Failed to take over',
        variant: 'destructive',
      }),
    onSettled: () => queryClient.invalidateQueries(),
  });
  return (
    <>
      <Button size="small" busy={takeOver.isPending} onClick={() => setIsAsking(true)}>
        Take over
      </Button>
      {isAsking && (
        <ConfirmDialog
          open
          title="Take Over From the Original"
          question="First, stop the original installation for good: if both run, posts are published twice. From now on, this one publishes what is scheduled in all workspaces, sends emails and owns the files. Posts that have come due since the backup wait for your decision."
          confirm="The original has been stopped: take over"
          onConfirm={() => {
            setIsAsking(false);
            takeOver.mutate();
          }}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}
