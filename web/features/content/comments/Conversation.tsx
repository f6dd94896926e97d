import { Check, MoreHorizontal, Pencil, RotateCcw, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { useLocation } from 'react-router';
import type { Comment, Conversation as Talk } from '#contract/content/comments.ts';
import { useAuth } from '#web/api/auth-store.ts';
import { useCan, useZone } from '#web/api/workspace.ts';
import { nameOf } from '#web/lib/text.ts';
import { relativeTime, zonedTime } from '#web/lib/time/time.ts';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/overlays/ConfirmDialog.tsx';
import { Menu, MenuItem } from '#web/ui/overlays/Menu.tsx';
import { CommentForm } from './CommentForm.tsx';
import {
  useComment,
  useDeleteComment,
  useDraft,
  useEditComment,
  useNameable,
  useResolve,
} from './comment-queries.ts';
import { splitMentions, withNames } from './mentions.ts';

/** A comment with its replies and actions. A resolved one is collapsed to a line. */
export function Conversation({ conversation }: { conversation: Talk }) {
  const { id, item, replies, resolved_at, resolved_by, user, text: said } = conversation;
  const writes = useCan('write');
  const resolve = useResolve();
  const add = useComment(item);
  const { hash } = useLocation();
  const [text, setText] = useDraft(writes ? `reply:${id}` : null);
  const [asked, setAsked] = useState(false);
  const resolved = resolved_at !== null;
  const [shown, setShown] = useState(!resolved);
  const replyButton = useRef<HTMLButtonElement>(null);
  const replying = asked || text !== '';
  const named = [conversation, ...replies].some((comment) => hash === `#comment-${comment.id}`);

  if (resolved && !shown && !replying && !named)
    return (
      <button
        type="button"
        onClick={() => setShown(true)}
        className="-mx-2 flex min-h-8 items-center gap-2 rounded-base px-2 text-left text-muted hover:bg-hover hover:text-text"
      >
        <Check size={14} aria-hidden className="shrink-0" />
        <span className="min-w-0 truncate">
          Resolved: {nameOf(user)},{' '}
          {splitMentions(said ?? '', conversation.mentions).map((part) => part.text)}
        </span>
      </button>
    );

  function close() {
    setText('');
    setAsked(false);
    requestAnimationFrame(() => replyButton.current?.focus());
  }

  return (
    <div
      role="group"
      aria-label={`Conversation by ${nameOf(user)}`}
      className="flex flex-col gap-2"
    >
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
          Resolved by {nameOf(resolved_by)} {relativeTime(resolved_at)}
        </p>
      )}
      {writes && !replying && (
        <div className="-ml-2 flex gap-1">
          <Button
            ref={replyButton}
            variant="ghost"
            className="h-7 px-2 text-xs"
            onClick={() => setAsked(true)}
          >
            Reply
          </Button>
          <Button
            variant="ghost"
            className="h-7 px-2 text-xs"
            busy={resolve.isPending}
            onClick={() => {
              setShown(true);
              resolve.mutate({ id, resolved: !resolved });
            }}
          >
            {resolved ? <RotateCcw size={14} aria-hidden /> : <Check size={14} aria-hidden />}
            {resolved ? 'Reopen' : 'Resolve'}
          </Button>
        </div>
      )}
      {writes && replying && (
        <CommentForm
          begin={asked}
          label="Reply"
          text={text}
          onChange={(next) => {
            setAsked(true);
            setText(next);
          }}
          onSend={async (sent) => {
            await add.mutateAsync({ text: sent, parent: id });
            close();
          }}
          send="Reply"
          onCancel={close}
        />
      )}
    </div>
  );
}

/** The author and the time of a comment. */
function Said({ comment }: { comment: Comment }) {
  const { id, text, user, created_at, edited_at } = comment;
  const zone = useZone();
  const edit = useEditComment();
  const members = useNameable();
  const own = useAuth((state) => state.user?.id) === user?.id;
  const [draft, setDraft] = useDraft(own ? `edit-comment:${id}` : null);
  const [asked, setAsked] = useState(false);
  const said = useRef<HTMLDivElement>(null);
  const editing = asked || draft !== '';

  function close() {
    setDraft('');
    setAsked(false);
    requestAnimationFrame(() => said.current?.focus());
  }

  return (
    <div
      ref={said}
      id={`comment-${id}`}
      tabIndex={-1}
      className="scroll-mt-20 rounded-sm target:bg-highlight"
    >
      <div className="flex min-h-7 items-center gap-2">
        <p className="min-w-0 grow text-muted text-xs">
          <span className="break-words font-medium text-sm text-text">{nameOf(user)}</span>{' '}
          <span className="whitespace-nowrap" title={zonedTime(created_at, zone)}>
            {relativeTime(created_at)}
          </span>
          {edited_at && <span title={zonedTime(edited_at, zone)}> · edited</span>}
        </p>
        {text !== null && (
          <CommentMenu
            comment={comment}
            onEdit={() => {
              setAsked(true);
              if (!editing) setDraft(withNames(text, members));
            }}
          />
        )}
      </div>
      {editing ? (
        <CommentForm
          begin={asked}
          label="Change the comment"
          text={draft}
          onChange={(next) => {
            setAsked(true);
            setDraft(next);
          }}
          onSend={async (sent) => {
            await edit.mutateAsync({ id, text: sent });
            close();
          }}
          send="Save"
          onCancel={close}
        />
      ) : (
        <p dir="auto" className="whitespace-pre-wrap break-words">
          {text === null ? (
            <span className="text-muted">This comment was deleted.</span>
          ) : (
            <Worded comment={comment} />
          )}
        </p>
      )}
    </div>
  );
}

const Worded = ({ comment: { text, mentions } }: { comment: Comment }) =>
  splitMentions(text ?? '', mentions).map((part, index) =>
    part.mention ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text
      <span key={index} className="font-medium text-accent">
        {part.text}
      </span>
    ) : (
      part.text
    ),
  );

/** The actions of its author, and of members who manage the workspace. */
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
            aria-label={`Actions for the comment of ${nameOf(comment.user)}`}
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
