import { Layers, Plus } from 'lucide-react';
import { useState } from 'react';
import type { ChannelSet } from '#contract/publishing/channel-sets.ts';
import type { Channel } from '#contract/publishing/channels.ts';
import { useCan } from '#web/api/workspace.ts';
import { FolderMark } from '#web/features/content/folders/FolderMark.tsx';
import { useFolders } from '#web/features/content/folders/folder-queries.ts';
import { forestOf, trailOf } from '#web/features/content/folders/tree.ts';
import { SetDialog, SetMarks } from '#web/features/publishing/accounts/SetDialog.tsx';
import { useChannels } from '#web/features/publishing/channels/channel-queries.ts';
import { useChannelSets } from '#web/features/publishing/channels/channel-set-queries.ts';
import { ListBeside, useBeside, useOpened } from '#web/features/reusable/templates/ListBeside.tsx';
import { TemplatesRow } from '#web/features/reusable/templates/TemplatesRow.tsx';
import { useListAddress } from '#web/features/reusable/templates/use-list-address.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { RetryAlert } from '#web/ui/feedback/RetryAlert.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { SearchInput } from '#web/ui/fields/SearchInput.tsx';
import { SetDetail } from './SetDetail.tsx';

const NONE: readonly Channel[] = [];

/** The channel sets of the workspace, beside the one that is open. */
export function SetsView() {
  const { text, search, named, choose } = useListAddress('set');
  const manages = useCan('manage');
  const beside = useBeside();
  const [isMaking, setMaking] = useState(false);
  const { data, isError, refetch } = useChannelSets();
  const all = useChannels();
  const channels = all.data?.filter(({ state }) => state !== 'disconnected') ?? NONE;
  const rows = (data ?? []).filter(({ name }) => name.toLowerCase().includes(text.toLowerCase()));
  const open = useOpened(data, rows, named);
  const isLoaded = data !== undefined && all.data !== undefined;
  const hasFailed = (isError && !data) || (all.isError && !all.data);
  return (
    <>
      <title>Channel sets</title>
      {/* The one that is open is a page of its own there. */}
      {(beside || !open) && (
        <TemplatesRow view="sets" count={data?.length}>
          <SearchInput
            size="small"
            aria-label="Search sets"
            placeholder="Search sets..."
            value={text}
            onChange={({ target }) => search(target.value)}
            className="w-52 max-sm:w-36"
          />
          {manages && channels.length > 0 && (
            <Button variant="primary" size="bar" onClick={() => setMaking(true)}>
              <Plus size={16} aria-hidden /> New set
            </Button>
          )}
        </TemplatesRow>
      )}
      {hasFailed && (
        <div className="p-4">
          <RetryAlert
            message="That didn’t load."
            onRetry={() => {
              void refetch();
              void all.refetch();
            }}
          />
        </div>
      )}
      {!isLoaded && !hasFailed && (
        <div role="status" aria-label="Loading the channel sets" className="p-4">
          <Skeleton className="h-96" />
        </div>
      )}
      {isLoaded && data.length === 0 && (
        <div className="px-4 pt-24">
          <EmptyState
            icon={Layers}
            title="No channel sets yet."
            hint={
              channels.length > 0
                ? 'Accounts that the publish dialog chooses together.'
                : 'Connect social accounts first: a set is a choice of them.'
            }
          />
        </div>
      )}
      {isLoaded && data.length > 0 && (
        <ListBeside
          label="Channel sets"
          groups={[{ rows }]}
          chosen={open?.id}
          onChoose={choose}
          row={(entry) => <SetRow set={entry} channels={channels} />}
          empty="No set matches."
        >
          {open && (
            <SetDetail
              key={open.id}
              set={open}
              channels={channels}
              onBack={() => choose(undefined)}
            />
          )}
        </ListBeside>
      )}
      {isMaking && (
        <SetDialog
          set={undefined}
          channels={channels}
          onSaved={({ id }) => choose(id)}
          onClose={() => setMaking(false)}
        />
      )}
    </>
  );
}

function SetRow({ set, channels }: { set: ChannelSet; channels: readonly Channel[] }) {
  const { data: folders } = useFolders();
  const top =
    set.folder === null || !folders ? undefined : trailOf(forestOf(folders), set.folder).top;
  return (
    <span className="flex min-w-0 grow flex-col gap-1.5">
      <span className="flex items-center gap-2">
        {top === undefined ? (
          <Layers size={14} aria-hidden className="shrink-0 text-muted" />
        ) : (
          <FolderMark id={top} />
        )}
        <span dir="auto" className="min-w-0 grow truncate font-medium">
          {set.name}
        </span>
        <span className="text-muted tabular-nums">{set.channels.length}</span>
      </span>
      <SetMarks set={set} channels={channels} />
    </span>
  );
}
