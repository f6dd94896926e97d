import { Check, MoreHorizontal, Pencil, RotateCcw, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Comment, Conversation as Talk } from '#contract/comments.ts';
import { useAuth } from '#web/api/auth-store.ts';
import { useCan } from '#web/api/workspace.ts';
import { fullTime, relativeTime } from '#web/lib/time.ts';
import { useKeptText } from '#web/lib/use-kept-text.ts';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Menu, MenuItem } from '#web/ui/Menu.tsx';
import { CommentForm } from './CommentForm.tsx';
import { useComment, useDeleteComment, useEditComment, useResolve } from './comment-queries.ts';
import { inPieces, withNames } from './mentions.ts';

/** A comment with its answers, and what can be done with the whole. */
export function Conversation({ conversation }: { conversation: Talk }) {
  const { id, item, replies, resolved_at, resolved_by } = conversation;
  const writes = useCan('write');
  const resolve = useResolve();
  const add = useComment(item);
  const [text, setText] = useKeptText(`answer-${id}`);
  const [asked, setAsked] = useState(false);
  const answering = asked || text !== '';
  const form = useRef<{ focus: () => void }>(null);
  const resolved = resolved_at !== null;

  return (
    <section aria-label={`Conversation by ${conversation.user?.name ?? 'somebody'}`} className="flex flex-col gap-2">
      <Said comment={conversation} />
      {replies.length > 0 && (
        <ol className="flex flex-col gap-2 border-line border-l-2 pl-3">
          {replies.map((reply) => (
            <li key={reply.id}>
              <Said comment={reply} />
            </li>
          ))}
        </ol>
      )}
      {resolved && (
        <p className="text-muted text-xs">
          Resolved by {resolved_by?.name ?? 'somebody'} {relativeTime(resolved_at)}
        </p>
      )}
      {writes && !answering && (
        <div className="-ml-2 flex gap-1">
          {!resolved && (
            <Button
              variant="ghost"
              className="h-7 px-2 text-xs"
              onClick={() => {
                setAsked(true);
                requestAnimationFrame(() => form.current?.focus());
              }}
            >
              Answer
            </Button>
          )}
          <Button
            variant="ghost"
            className="h-7 px-2 text-xs"
            disabled={resolve.isPending}
            onClick={() => resolve.mutate({ id, resolved: !resolved })}
          >
            {resolved ? <RotateCcw size={14} aria-hidden /> : <Check size={14} aria-hidden />}
            {resolved ? 'Open again' : 'Resolve'}
          </Button>
        </div>
      )}
      {writes && answering && (
        <CommentForm
          ref={form}
          label="Answer"
          text={text}
          onChange={setText}
          onSend={async (said) => {
            await add.mutateAsync({ text: said, parent: id });
            setText('');
            setAsked(false);
          }}
          send="Answer"
          onCancel={() => {
            setText('');
            setAsked(false);
          }}
        />
      )}
    </section>
  );
}

/** Who said what, and when. */
function Said({ comment }: { comment: Comment }) {
  const { id, text, mentions, user, created_at, edited_at } = comment;
  const edit = useEditComment();
  const [draft, setDraft] = useState<string>();
  return (
    <div id={`comment-${id}`} tabIndex={-1} className="scroll-mt-20 rounded-sm target:bg-highlight">
      <div className="flex min-h-7 items-center gap-2">
        <p className="min-w-0 grow text-muted text-xs">
          <span className="break-words font-medium text-sm text-text">{user?.name ?? 'Somebody'}</span>{' '}
          <span title={fullTime(created_at)}>{relativeTime(created_at)}</span>
          {edited_at && <span title={fullTime(edited_at)}> · edited</span>}
        </p>
        {draft === undefined && text !== null && (
          <CommentMenu comment={comment} onEdit={() => setDraft(withNames(text, mentions))} />
        )}
      </div>
      {draft === undefined ? (
        <p className="whitespace-pre-wrap break-words">
          {text === null ? <span className="text-muted">This comment was deleted.</span> : <Worded comment={comment} />}
        </p>
      ) : (
        <CommentForm
          label="Change the comment"
          text={draft}
          onChange={setDraft}
          onSend={async (said) => {
            await edit.mutateAsync({ id, text: said });
            setDraft(undefined);
          }}
          send="Save"
          onCancel={() => setDraft(undefined)}
        />
      )}
    </div>
  );
}

const Worded = ({ comment: { text, mentions } }: { comment: Comment }) =>
  inPieces(text ?? '', mentions).map((piece, index) =>
    piece.mention ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text
      <span key={index} className="font-medium text-accent">
        {piece.text}
      </span>
    ) : (
      piece.text
    ),
  );

/** What its writer, or who manages the workspace, can do with a comment. */
function CommentMenu({ comment, onEdit }: { comment: Comment; onEdit: () => void }) {
  const own = useAuth(({ user }) => user?.id) === comment.user?.id;
  const [manages, writes] = [useCan('manage'), useCan('write')];
  const remove = useDeleteComment();
  const [asking, setAsking] = useState(false);
  if (!writes || (!own && !manages)) return null;
  return (
    <>
      <Menu
        trigger={
          <Button
            variant="ghost"
            size="icon"
            aria-label={`Actions for the comment of ${comment.user?.name ?? 'somebody'}`}
          >
            <MoreHorizontal size={16} aria-hidden />
          </Button>
        }
      >
        {own && (
          <MenuItem icon={Pencil} onSelect={onEdit}>
            Edit
          </MenuItem>
        )}
        <MenuItem icon={Trash2} danger onSelect={() => setAsking(true)}>
          Delete
        </MenuItem>
      </Menu>
      <ConfirmDialog
        open={asking}
        title="Delete Comment"
        question="Are you sure you want to delete this comment? This action cannot be undone."
        confirm="Delete"
        onConfirm={() => {
          setAsking(false);
          remove.mutate(comment.id);
        }}
        onClose={() => setAsking(false)}
      />
    </>
  );
}
