import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import type { Conversation as Talk } from '#contract/comments.ts';
import { useCan } from '#web/api/workspace.ts';
import { plural } from '#web/lib/text.ts';
import { useKeptText } from '#web/lib/use-kept-text.ts';
import { RetryAlert } from '#web/ui/RetryAlert.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { CommentForm } from './CommentForm.tsx';
import { Conversation } from './Conversation.tsx';
import { useComment, useComments } from './comment-queries.ts';

/** What members said of an item or its thread, and what they want to say. The address may lead to one: `#comment-7`. */
export function Comments({ item }: { item: number }) {
  const comments = useComments(item);
  const writes = useCan('write');
  const add = useComment(item);
  const [text, setText] = useKeptText(`comment-${item}`);
  const list = useRef<HTMLDivElement>(null);
  useNamedComment(list, comments.data);

  if (comments.isError && !comments.data)
    return (
      <RetryAlert
        message={comments.error.message || 'Failed to fetch comments'}
        onRetry={() => void comments.refetch()}
      />
    );
  if (!comments.data) return <Skeleton className="h-14" />;
  const open = comments.data.filter(({ resolved_at }) => resolved_at === null);
  const resolved = comments.data.filter(({ resolved_at }) => resolved_at !== null);
  return (
    <div ref={list} className="flex flex-col gap-4">
      {open.map((one) => (
        <Conversation key={one.id} conversation={one} />
      ))}
      {open.length === 0 && !writes && <p className="text-muted">No open comments</p>}
      {writes && (
        <CommentForm
          label="Comment on this text"
          placeholder="Say something; @ names somebody"
          text={text}
          onChange={setText}
          onSend={async (said) => {
            await add.mutateAsync({ text: said });
            setText('');
          }}
          send="Comment"
        />
      )}
      {resolved.length > 0 && (
        <details>
          <summary className="min-h-6 rounded-sm text-muted hover:text-text">
            {plural(resolved.length, 'resolved conversation')}
          </summary>
          <div className="mt-3 flex flex-col gap-4">
            {resolved.map((one) => (
              <Conversation key={one.id} conversation={one} />
            ))}
          </div>
        </details>
      )}
    </div>
  );
}

/** Leads to the comment that the address names, once it is there; opens what is resolved where it lies there. */
function useNamedComment(list: React.RefObject<HTMLElement | null>, loaded: Talk[] | undefined) {
  const { hash, key } = useLocation();
  const led = useRef<string>(undefined);
  useEffect(() => {
    if (!/^#comment-\d+$/.test(hash) || !loaded || led.current === key) return;
    const named = list.current?.querySelector<HTMLElement>(hash);
    if (!named) return;
    led.current = key;
    const resolved = named.closest('details');
    if (resolved) resolved.open = true;
    named.scrollIntoView({ block: 'center' });
    named.focus({ preventScroll: true });
  }, [hash, key, loaded, list]);
}
