import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import type { Conversation as Talk } from '#contract/content/comments.ts';
import { useCan } from '#web/api/workspace.ts';
import { RetryAlert } from '#web/ui/feedback/RetryAlert.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { CommentForm } from './CommentForm.tsx';
import { Conversation } from './Conversation.tsx';
import { useComment, useComments, useDraft } from './comment-queries.ts';

/**
 * The comments of an item or its thread, and a form for a new one. The URL can link to one:
 * `#comment-7`.
 */
export function Comments({ item }: { item: number }) {
  const comments = useComments(item);
  const writes = useCan('write');
  const add = useComment(item);
  const [text, setText] = useDraft(writes ? `comment:${item}` : null);
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
  return (
    <div ref={list} className="flex flex-col gap-4">
      {comments.data.map((comment) => (
        <Conversation key={comment.id} conversation={comment} />
      ))}
      {comments.data.length === 0 && !writes && <p className="text-muted">No comments</p>}
      {writes && (
        <CommentForm
          label="Comment on this text"
          placeholder="Add a comment. Type @ to mention someone"
          text={text}
          onChange={setText}
          onSend={async (said) => {
            await add.mutateAsync({ text: said });
            setText('');
          }}
          send="Comment"
        />
      )}
    </div>
  );
}

/** Scrolls to the comment in the URL once it is loaded, and expands it where it is resolved. */
function useNamedComment(list: React.RefObject<HTMLElement | null>, loaded: Talk[] | undefined) {
  const { hash, key } = useLocation();
  const led = useRef<string>(undefined);
  useEffect(() => {
    if (!/^#comment-\d+$/.test(hash) || !loaded || led.current === key) return;
    const named = list.current?.querySelector<HTMLElement>(hash);
    if (!named) return;
    led.current = key;
    named.scrollIntoView({ block: 'center' });
    named.focus({ preventScroll: true });
  }, [hash, key, loaded, list]);
}
