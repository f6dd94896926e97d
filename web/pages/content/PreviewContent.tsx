import { ClipboardCopy, Pencil } from 'lucide-react';
import { Link, useLocation, useParams } from 'react-router';
import { customisedNetworks, textFor } from '#contract/content/items.ts';
import { isItemId, paths } from '#contract/paths.ts';
import { isMissing } from '#web/api/client.ts';
import { useCan, useWorkspace, useZone } from '#web/api/workspace.ts';
import { FiguresPanel } from '#web/features/analytics/post-figures/FiguresPanel.tsx';
import { useFigures } from '#web/features/analytics/post-figures/figure-queries.ts';
import { EvergreenUse } from '#web/features/automation/evergreen/EvergreenUse.tsx';
import { useComments } from '#web/features/content/comments/comment-queries.ts';
import { useFolders } from '#web/features/content/folders/folder-queries.ts';
import { ItemNotFound } from '#web/features/content/items/ItemNotFound.tsx';
import { useWholeItem } from '#web/features/content/threads/thread-queries.ts';
import { useCountedView } from '#web/features/content/views/view-queries.ts';
import { useMemberName } from '#web/features/people/members/member-queries.ts';
import { accountsOf } from '#web/features/publishing/channels/accounts-of.ts';
import { useChannels } from '#web/features/publishing/channels/channel-queries.ts';
import { PublicationsPanel } from '#web/features/publishing/delivery/PublicationsPanel.tsx';
import { NetworkPreview } from '#web/features/publishing/preview/NetworkPreview.tsx';
import { NetworkSwitch } from '#web/features/publishing/preview/NetworkSwitch.tsx';
import { useNetwork } from '#web/features/publishing/preview/network-store.ts';
import { useEndingOf } from '#web/features/publishing/preview/use-endings.ts';
import { usePublicationsOf } from '#web/features/publishing/publications/publishing-queries.ts';
import { PublishButton } from '#web/features/publishing/schedule/PublishButton.tsx';
import { subjectOf } from '#web/features/publishing/schedule/subject.ts';
import { useTransitions } from '#web/features/publishing/workflow/workflow-queries.ts';
import { copyPost } from '#web/features/workbench/actions/copy-post.ts';
import { useItemActions } from '#web/features/workbench/actions/use-item-actions.tsx';
import { PreviewAside } from '#web/features/workbench/content/PreviewAside.tsx';
import { HistoryButton } from '#web/features/workbench/history/HistoryButton.tsx';
import { relativeTime, zonedTime } from '#web/lib/time/time.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';

/**
 * An item, with its whole thread, as readers see it, with its details (docs/domain/pages.md,
 * 'Preview').
 */
export default function PreviewContentPage() {
  const { id = '' } = useParams();
  const zone = useZone();
  const known = isItemId(id);
  const query = useWholeItem(Number(id), known);
  const folders = useFolders();
  const channels = useChannels();
  const publications = usePublicationsOf(Number(id), known);
  const beside = [
    folders,
    channels,
    publications,
    useTransitions(Number(id), known),
    useComments(Number(id), known),
    useFigures(Number(id), known),
    useWorkspace(),
  ];
  const network = useNetwork((state) => state.network);
  // Comments of a thread belong to its root.
  const item = query.data?.[0];
  const author = useMemberName(item?.author ?? null);
  const writes = useCan('write');
  const account = accountsOf(channels.data ?? [], publications.data ?? []).get(network);
  const ending = useEndingOf(query.data?.[0], account);
  const actionDialog = useItemActions(item, { editing: false });
  const views = useCountedView(item?.id, item?.view_count);
  if (!known || (query.isError && (!item || isMissing(query.error))))
    return <ItemNotFound error={query.error} onRetry={() => void query.refetch()} />;
  // Loaded together, so that the layout does not shift.
  if (!item || beside.some(({ isPending }) => isPending)) {
    return (
      <div role="status" aria-label="Loading content" className="flex flex-col gap-3">
        <Skeleton className="h-8 w-64" />
        <Skeleton className="h-48" />
      </div>
    );
  }
  const title =
    item.description || (item.content ? 'Social Media Content' : `Content Item #${item.id}`);
  const copy = () =>
    copyPost((query.data ?? []).map((part) => textFor(part, network)).join('\n\n'));
  const folder = folders.data?.find(({ id }) => id === item.folder);
  return (
    <>
      <title>{title}</title>
      {actionDialog}
      <Trail />
      <div className="mb-6 flex flex-wrap items-start gap-3">
        <div className="min-w-0 grow">
          <h1 className="break-words font-semibold text-base">{title}</h1>
          <div className="mt-1 flex flex-wrap items-center gap-3 text-muted">
            <span title={zonedTime(item.updated_at, zone)}>
              Updated {relativeTime(item.updated_at)}
            </span>
            {folder && <Badge>{folder.name}</Badge>}
            {item.is_thread_root && <Badge>Thread ({item.thread_size})</Badge>}
            <EvergreenUse item={item.id} />
          </div>
        </div>
        <div className="flex flex-wrap gap-2">
          <HistoryButton parts={query.data ?? []} />
          <Button onClick={() => void copy()}>
            <ClipboardCopy size={16} aria-hidden />
            <span className="max-sm:sr-only">Copy</span>
          </Button>
          {writes && (
            <Button asChild>
              <Link to={paths.editContent(id)}>
                <Pencil size={16} aria-hidden />
                <span className="max-sm:sr-only">Edit</span>
              </Link>
            </Button>
          )}
          {writes && <PublishButton variant="primary" subject={subjectOf(item)} />}
        </div>
      </div>
      <div className="grid items-start gap-6 lg:grid-cols-[1fr_18rem]">
        <div className="flex min-w-0 flex-col items-start gap-3">
          <PublicationsPanel item={Number(id)} />
          <NetworkSwitch network={network} customised={customisedNetworks(query.data ?? [])} />
          <div className="w-full">
            <NetworkPreview
              parts={query.data ?? []}
              network={network}
              account={account}
              ending={ending?.text}
              author={author}
              current={Number(id)}
            />
          </div>
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <FiguresPanel item={Number(id)} />
          <PreviewAside item={item} part={Number(id)} views={views} />
        </div>
      </div>
    </>
  );
}

const names: Record<string, string> = {
  content: 'Content Management',
  folders: 'Folder Management',
  edit: 'Edit',
  create: 'Create',
  preview: 'Preview',
};

/** The breadcrumb of the URL. */
function Trail() {
  const parts = useLocation().pathname.split('/').filter(Boolean);
  return (
    <p className="mb-2 text-muted text-xs">
      {parts.map((part) => names[part] ?? (/^\d+$/.test(part) ? `#${part}` : part)).join(' / ')}
    </p>
  );
}
