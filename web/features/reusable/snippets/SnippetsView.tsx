import { Hash, Plus, Signature, SquareSlash } from 'lucide-react';
import type { Snippet } from '#contract/content/snippets.ts';
import { useCan } from '#web/api/workspace.ts';
import { ListBeside, useBeside, useOpened } from '#web/features/reusable/templates/ListBeside.tsx';
import { TemplatesRow } from '#web/features/reusable/templates/TemplatesRow.tsx';
import { useListAddress } from '#web/features/reusable/templates/use-list-address.ts';
import { plural } from '#web/lib/text.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { RetryAlert } from '#web/ui/feedback/RetryAlert.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { SearchInput } from '#web/ui/fields/SearchInput.tsx';
import { matchesSnippet } from './found-snippets.ts';
import { NewSnippet, SnippetDetail } from './SnippetDetail.tsx';
import { aboutSnippet } from './snippet-fields.ts';
import { useSnippets } from './snippet-queries.ts';

/** The snippets of the workspace, beside the one that is open. */
export function SnippetsView() {
  const { text, search, named, choose } = useListAddress('snippet');
  const writes = useCan('write');
  const beside = useBeside();
  const { data, isError, refetch } = useSnippets();
  const rows = (data ?? []).filter((snippet) => matchesSnippet(snippet, text));
  const isNew = named === 'new' && writes;
  const opened = useOpened(data, rows, named);
  const open = isNew ? undefined : opened;
  const begin = () => choose('new');
  const isEmpty = data?.length === 0 && !isNew;
  const groups = [
    { heading: 'Texts', rows: rows.filter(({ kind }) => kind === 'text') },
    { heading: 'Hashtag groups', rows: rows.filter(({ kind }) => kind === 'hashtags') },
  ];
  return (
    <>
      <title>Snippets</title>
      {/* The one that is open is a page of its own there. */}
      {(beside || !(isNew || open)) && (
        <TemplatesRow view="snippets" count={data?.length}>
          <SearchInput
            size="small"
            aria-label="Search snippets"
            placeholder="Search snippets..."
            value={text}
            onChange={({ target }) => search(target.value)}
            className="w-52 max-sm:w-36"
          />
          {writes && (
            <Button variant="primary" size="bar" onClick={begin}>
              <Plus size={16} aria-hidden /> New snippet
            </Button>
          )}
        </TemplatesRow>
      )}
      {isError && !data && (
        <div className="p-4">
          <RetryAlert message="That didn’t load." onRetry={() => void refetch()} />
        </div>
      )}
      {!data && !isError && (
        <div role="status" aria-label="Loading the snippets" className="p-4">
          <Skeleton className="h-96" />
        </div>
      )}
      {isEmpty && (
        <div className="px-4 pt-24">
          <EmptyState
            icon={SquareSlash}
            title="No snippets yet."
            hint="A signature, an address or a group of hashtags: type / in a post to insert it."
          />
        </div>
      )}
      {data && !isEmpty && (
        <ListBeside
          label="Snippets"
          groups={groups}
          chosen={open?.id}
          onChoose={choose}
          row={(snippet) => <SnippetRow snippet={snippet} />}
          empty="No snippet matches."
        >
          {isNew ? (
            <NewSnippet onMade={choose} onBack={() => choose(undefined)} />
          ) : (
            open && <SnippetDetail key={open.id} snippet={open} onBack={() => choose(undefined)} />
          )}
        </ListBeside>
      )}
    </>
  );
}

function SnippetRow({ snippet }: { snippet: Snippet }) {
  const { name, kind, uses } = snippet;
  const Icon = kind === 'text' ? Signature : Hash;
  return (
    <>
      <Icon size={16} aria-hidden className="shrink-0 text-muted" />
      <span className="min-w-0 grow">
        <span dir="auto" className="block truncate font-medium">
          {name}
        </span>
        <span dir="auto" className="block truncate text-[13px] text-muted">
          {aboutSnippet(snippet)}
        </span>
      </span>
      <span className="shrink-0 text-[13px] text-muted tabular-nums" title={plural(uses, 'use')}>
        {uses}×
      </span>
    </>
  );
}
